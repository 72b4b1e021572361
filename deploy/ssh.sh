#!/bin/sh
# Workers on machines that share a home folder: `PLY_SERVER=nats://lab1:4222 deploy/ssh.sh lab1 lab2 … lab10`.
# The home folder holds `ply` on the path and the server's token in the file `token`.
for host in "$@"; do
    ssh "$host" "nohup ply worker --cluster '${PLY_SERVER:?the server, such as nats://lab1:4222}' --token-file token \
        --concurrency \$(nproc) >worker-$host.log 2>&1 </dev/null &"
done
