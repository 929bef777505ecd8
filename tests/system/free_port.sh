#!/bin/sh
# Prints a free port, for a server that is killed and restarted on the same port: one below 32768, which no outgoing
# connection gets while the server is down.
port=$((20000 + $$ * 3 % 12000))
while curl -s "http://127.0.0.1:$port/" >/dev/null; [ $? != 7 ]; do port=$((port + 1)); done
echo $port
