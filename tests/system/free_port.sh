#!/bin/sh
# Prints a port that is free, for a server that is killed and started again at the same place: one that no connection is given while
# the server is down, for those begin at 32768.
port=$((20000 + $$ * 3 % 12000))
while curl -s "http://127.0.0.1:$port/" >/dev/null; [ $? != 7 ]; do port=$((port + 1)); done
echo $port
