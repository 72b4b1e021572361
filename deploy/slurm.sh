#!/bin/sh
# Workers by Slurm: `PLY_SERVER=nats://login1:4222 sbatch deploy/slurm.sh`. The array may be resubmitted, cut short or killed at will.
# PLY is the program, PLY_TOKEN a file with the server's token; both are found on every node.
#SBATCH --job-name=ply
#SBATCH --array=1-100
#SBATCH --cpus-per-task=4
#SBATCH --time=12:00:00
#SBATCH --requeue
exec "${PLY:-ply}" worker --cluster "${PLY_SERVER:?the server, such as nats://login1:4222}" \
    ${PLY_TOKEN:+--token-file "$PLY_TOKEN"} --concurrency "${SLURM_CPUS_PER_TASK:-1}"
