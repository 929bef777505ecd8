#!/bin/sh
# embed.sh FILE…: C that holds the nets in these files, bots/nets/GAME.net, as bots/net.h declares them. Run from the root.
echo '/* Nets, as they are; made by bots/embed.sh. */'
echo '#include "bots/net.h"'
for file in "$@"; do
        game=$(basename "$file" .net)
        printf '\nstatic const unsigned char %s[] __attribute__((aligned(64))) = {\n' "${game}_net"
        od -An -v -tu1 -w32 "$file" | sed 's/ *\([0-9][0-9]*\)/\1,/g'
        echo '};'
done
echo
echo 'struct net_file net_files[] = {'
for file in "$@"; do
        game=$(basename "$file" .net)
        printf '        { "%s", %s, sizeof %s },\n' "$game" "${game}_net" "${game}_net"
done
echo '        { 0, 0, 0 },'
echo '};'
