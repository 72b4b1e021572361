// Types of the server's data, for readers and type checkers; there is no code. The Rust types of
// the same names in `crates/scene` and `crates/page/src/api` have more documentation.

/**
 * @typedef {[number, number]} At a point of the board: right, down
 *
 * @typedef {object} Scene
 * @property {At} size
 * @property {boolean} flips
 * @property {Portrait} [portrait] layout in a window that is higher than wide
 * @property {Layout} [low] layout in a low window, in which the board stands beside all else
 * @property {Record<string, string>} palette custom properties of the sides' colours
 * @property {boolean} edges_on_top
 * @property {Node[]} nodes
 * @property {{ from: At, to: At, tone: string }[]} edges
 * @property {Piece[]} pieces
 * @property {{ at: At, text: string }[]} texts
 * @property {Word[]} words
 * @property {Hint[]} moves
 * @property {Overlay[]} overlays
 * @property {Step[]} steps
 * @property {{ name: string, value: string }[]} facts
 *
 * @typedef {{ size: At, nodes: Node[], texts: Scene["texts"] }} Layout
 * @typedef {{ kind: "turned" } | { kind: "layout" } & Layout} Portrait
 *
 * @typedef {object} Node
 * @property {string} id
 * @property {At} at
 * @property {string} shape
 * @property {At} half
 * @property {string} tone
 * @property {string} name
 * @property {string} outline
 * @property {string | null} glyph
 *
 * @typedef {object} Piece
 * @property {string} on
 * @property {string} shape
 * @property {number} side
 * @property {number} turn
 * @property {number | null} count
 * @property {string} [letter] text on the piece
 *
 * @typedef {object} Word
 * @property {At} at
 * @property {string} text
 * @property {number} width
 * @property {number} scale
 * @property {string} tone
 * @property {string | null} chip
 * @property {string | null} fresh
 *
 * @typedef {object} Hint a legal move and its clicks
 * @property {string} text
 * @property {string | null} from
 * @property {string | null} to
 * @property {string} action
 * @property {string} description
 * @property {string} [gain] what it gains at once, as an infinitive
 *
 * @typedef {{ kind: "mark", nodes: string[], tone: string, name: string }} MarkOverlay
 * @typedef {{ kind: "line", points: At[], tone: string, side: number, name: string }} LineOverlay
 * @typedef {MarkOverlay | LineOverlay} Overlay
 *
 * @typedef {{ kind: "slide", ways: [string, string][] }} SlideStep
 * @typedef {{ kind: "turn", on: string, by: number }} TurnStep
 * @typedef {{ kind: "beam", points: At[], side: number, end: [string, boolean] | null }} BeamStep
 * @typedef {{ kind: "flash", nodes: string[] }} FlashStep
 * @typedef {{ kind: "vanish", nodes: string[] }} VanishStep
 * @typedef {{ kind: "appear", piece: Piece }} AppearStep
 * @typedef {{ kind: "sow", from: string, drops: [string, number][] }} SowStep
 * @typedef {{ kind: "gather", from: string[], to: string, count: number }} GatherStep
 * @typedef {SlideStep | TurnStep | BeamStep | FlashStep | VanishStep | AppearStep | SowStep
 *   | GatherStep} Step
 */

/**
 * @typedef {object} View the server's view of a game
 * @property {string} game
 * @property {string} rules
 * @property {[string, string]} sides
 * @property {string} start
 * @property {string} position
 * @property {number} turn
 * @property {number} ply
 * @property {Made[]} moves
 * @property {{ winner: number | null, reason: string } | null} outcome
 * @property {[string, string] | null} names
 * @property {boolean} can_pass
 * @property {boolean} is_solvable whether exact values are available
 * @property {boolean} may_search whether the program helps, as it does not in a game of two people
 * @property {number | null} resigned the side that resigned at the end of the line
 * @property {boolean} on_time whether that side lost by the clock instead
 * @property {Times | null} clock of a game on two devices
 * @property {Scene} scene
 *
 * @typedef {{ text: string, description: string, side: number }} Made
 * @typedef {{ text: string, description: string, scene: Scene }} Frame
 * @typedef {{ moves: string[], frames: Frame[], at: number, threat: boolean }} Line
 *
 * @typedef {object} GameInfo
 * @property {string} name
 * @property {string} title
 * @property {string} about
 * @property {[string, string]} sides
 * @property {string[]} setups
 * @property {string[]} rules
 * @property {{ key: string, values: string[], about: string }[]} options of the rules
 * @property {{ name: string, about: string }[]} evaluations
 * @property {boolean} has_solver
 * @property {boolean} has_rules_page
 * @property {boolean} moves_again whether a side may move several times in a row
 * @property {boolean} has_course whether tasks and a tour teach it
 * @property {boolean} has_puzzles
 * @property {Record<string, string>} pieces how each shape moves
 * @property {string[] | null} level_steps such as `much stronger` than the level before
 *
 * @typedef {object} AgentInfo
 * @property {string} name
 * @property {string} about
 * @property {string | null} game
 * @property {string[]} keys
 *
 * @typedef {object} Puzzle a position with one right move
 * @property {string} rules
 * @property {string} position
 * @property {number} side the side to move, which solves it
 * @property {string} task
 * @property {number} nodes difficulty: nodes of an independent search
 * @property {number} rating Elo by difficulty
 * @property {string[]} line the right move; for a forced win, all moves of both sides
 *
 * @typedef {object} Task a position with a task
 * @property {string | null} rules
 * @property {string} position
 * @property {string} task
 * @property {string[]} accept the moves that solve it
 * @property {string} answer
 *
 * @typedef {{ text: string, moves: string }} TourStep
 * @typedef {{ rules: string | null, position: string | null, steps: TourStep[] }} Tour
 * @typedef {{ task: Task[], tour: Tour }} Course
 *
 * @typedef {{ name: string, about: string, agent: string }} Level an opponent for people
 *
 * @typedef {{ games: GameInfo[], agents: AgentInfo[], levels: Level[], lines: number }} Catalog
 */

/**
 * @typedef {{ text: string, share: number }} Verdict
 *
 * @typedef {object} Found the result of a search
 * @property {Analysis} analysis
 * @property {number | null} leaf_side the side for which the end of the best line was valued
 * @property {Verdict} verdict
 * @property {{ move: string, pv: string[], sides?: number[], verdict: Verdict }[]} lines
 * @property {Threat} [threat] of a search for it
 *
 * @typedef {{ text: string, moves: Hint[] }} Threat a sentence, and the moves that it names
 *
 * @typedef {object} Analysis
 * @property {string | null} evaluation
 * @property {string | null} best
 * @property {number} score
 * @property {number | null} winner_in
 * @property {string[]} pv
 * @property {number} depth
 * @property {number} seldepth
 * @property {"search" | "book" | "tables" | "solver" | "choice"} source
 * @property {number} nodes
 * @property {number} leaves
 * @property {number} nodes_per_second
 * @property {number} seconds
 * @property {boolean} completed
 * @property {{ fill: number }} table
 * @property {{ move: string, nodes: number }[]} root_moves
 * @property {{ first_move_cutoff_rate?: number, effective_branching_factor?: number }} [statistics]
 *
 * @typedef {{ winner: string | null, value: number | string | null, plies: number | null }} Solved
 * @typedef {Solved & { move: string }} SolvedMove
 *
 * @typedef {{ name: string, value: number, weight: number, term: number }} Feature
 * @typedef {object} Explanation
 * @property {string} explained_by
 * @property {number} static_value
 * @property {Feature[]} features
 * @property {Feature[] | null} end_features
 *
 * @typedef {{ side: number, score: number | null, explanation: Explanation }} Explained
 *
 * @typedef {object} Point a ply of the score graph
 * @property {number} ply
 * @property {number} share
 * @property {string} text
 * @property {string | null} grade
 * @property {string | null} better
 * @property {"search" | "tables" | "solver" | "rules" | "book" | null} exact its source, if exact
 * @property {number} lost the share that its move lost
 * @property {string[]} line the better line, for a graded move
 * @property {number[]} [sides] the side of each of its moves
 *
 * @typedef {object} ReviewedSide
 * @property {number} moves
 * @property {number | null} accuracy in percent
 * @property {number} inaccuracies
 * @property {number} mistakes
 * @property {number} blunders
 *
 * @typedef {object} Review the review of a whole game
 * @property {ReviewedSide[]} sides
 * @property {number[]} turning the plies of the turning points
 * @property {number | null} exact_from the first ply from which all values are exact
 */

/**
 * @typedef {object} NewGame the request of a new game
 * @property {string} [game]
 * @property {string} [rules]
 * @property {string} [position]
 * @property {string} [moves]
 * @property {(string | undefined)[] | null} [names]
 * @property {number | null} [resigned]
 * @property {boolean} [on_time]
 * @property {Times | null} [clock]
 * @property {boolean} [shared] whether two people play it on two devices
 * @property {string | null} [next] the name of their next game
 *
 * @typedef {Pick<NewGame, "moves" | "resigned" | "on_time" | "clock" | "next">} SharedGame
 *
 * @typedef {object} Times the clocks of a game, in milliseconds
 * @property {number} full initial time of a side
 * @property {number} more increment per move
 * @property {[number, number]} left remaining time of each side
 * @property {number | null} [running] the side whose clock the server counts
 *
 * @typedef {object} Shared a game that is played on two devices
 * @property {string} id
 * @property {number} side played here
 * @property {number} here number of connected pages
 * @property {boolean} isConnected
 * @property {(move: string) => Promise<boolean>} play
 * @property {(side: number) => Promise<boolean>} resign
 * @property {(side: number) => Promise<void>} runOut reports that the time of a side is up
 * @property {() => Promise<void>} rematch begins the next game with the sides swapped
 * @property {string} [next] the next game, begun by the other player
 *
 * @typedef {object} Thought an agent's report of its last move
 * @property {number | null} share its estimate of its share
 * @property {string | null} score its own score
 * @property {number} depth
 * @property {number} nodes
 *
 * @typedef {object} Watched
 * @property {number} number of the game in its match
 * @property {(Thought | null)[]} thoughts of both sides
 * @property {string | null} cause why it ended
 *
 * @typedef {object} RunningGame a game of a match as sent by the server
 * @property {number} number
 * @property {string} game
 * @property {string} rules
 * @property {string} position
 * @property {string} moves
 * @property {[string, string]} names
 * @property {(Thought | null)[] | null} thoughts none after the end
 * @property {string | null} cause
 */

/**
 * @typedef {object} Match
 * @property {number} id
 * @property {string} title
 * @property {number} done
 * @property {number} total
 * @property {boolean} running
 * @property {string | null} error
 * @property {Summary | null} [summary]
 * @property {MatchGame[]} [games]
 *
 * @typedef {object} MatchGame
 * @property {number} number
 * @property {string[]} agents
 * @property {string} result
 * @property {number} plies
 * @property {string} cause
 *
 * @typedef {{ value: number | null, low: number | null, high: number | null }} Estimate
 *
 * @typedef {object} Summary
 * @property {SummaryPlayer[]} players
 * @property {SummaryPairing[]} pairings
 * @property {{ score: number | null }} first_side
 * @property {string | null} conclusion what the match shows, in a sentence
 *
 * @typedef {object} SummaryPairing
 * @property {[string, string]} players
 * @property {[number, number]} points
 * @property {number | null} score
 * @property {{ low: number, high: number }} score_interval
 * @property {Estimate} elo
 *
 * @typedef {object} SummaryPlayer
 * @property {string} name
 * @property {number} points
 * @property {number} games
 * @property {number | null} score
 * @property {Estimate | null} rating
 * @property {{ wins: number, draws: number, losses: number }} results
 *
 * @typedef {object} Trace the tree of a search, as `ply trace --json` prints it
 * @property {string} agent
 * @property {Visit[]} visits in start order
 *
 * @typedef {object} Visit one search of one node; values are for its side to move
 * @property {number | null} parent index of the visit above
 * @property {string | null} move
 * @property {string} side
 * @property {number} ply
 * @property {number} depth
 * @property {"interior" | "leaf" | "finished" | "table" | "settled" | "discarded"} kind
 * @property {number | null} alpha
 * @property {number | null} beta
 * @property {number | null} value
 * @property {"exact" | "lower" | "upper" | null} bound
 * @property {{ move: string, tried: number, left: number, reason: string } | null} cut
 * @property {boolean} table_hit
 * @property {boolean} table_cutoff
 * @property {boolean} research
 * @property {number | null} playouts
 * @property {number | null} thread index from 0, if threads split the root
 *
 * @typedef {object} Answer an answer of the server or of a worker
 * @property {number} status HTTP status; 0 without an answer
 * @property {string} kind the type of the text
 * @property {string} text
 *
 * @typedef {object} Transport how requests reach the server or worker
 * @property {(method: string, path: string, body?: any, type?: string) => Promise<Answer>} send
 * @property {(path: string, query: string, kinds: string[],
 *   emit: (kind: string, data: any) => void) => () => void} listen gives what stops it
 */

export {};
