#!/usr/bin/env python3
"""Steps 4,096 games at once through libserai, with nothing but ctypes.

    examples/vector.py [GAME] [--games N] [--options "players=4"] [--where cpu|gpu|best] [--threads N] [--seed S]

Every seat plays a random legal move, which is found in the mask: put your own policy there. It prints the share of the wins
of each seat and a number over all outcomes, the same for the same seed wherever the games were."""
import argparse
import ctypes
import pathlib
import random
import sys
import time
import zlib

WHERE = {'cpu': 0, 'gpu': 1, 'best': 2}
OVER, ILLEGAL = 5, 6


class Outcome(ctypes.Structure):
    _fields_ = [('reserved', ctypes.c_uint64), ('decisions', ctypes.c_uint32), ('events', ctypes.c_uint32),
                ('turns', ctypes.c_uint32), ('winners', ctypes.c_uint32), ('points', ctypes.c_int16 * 4)]


def library():
    """The library, with the types of the calls that are used here; include/serai.h has them all."""
    serai = ctypes.CDLL(str(pathlib.Path(__file__).resolve().parent.parent / 'build' / 'libserai.so'))
    pointer, text, number = ctypes.c_void_p, ctypes.c_char_p, ctypes.c_int
    for name, result, arguments in [
        ('game_named', pointer, [text]),
        ('mask_bytes', ctypes.c_uint32, [pointer]),
        ('state_bytes', ctypes.c_uint32, [pointer]),
        ('batch_open', pointer, [pointer, ctypes.c_uint32, number, number, text, number]),
        ('batch_reset', text, [pointer, text, ctypes.c_uint64, ctypes.c_uint64, text, number]),
        ('batch_mask', text, [pointer, pointer]),
        ('batch_observe', text, [pointer, pointer]),
        ('batch_step', text, [pointer, pointer, pointer]),
        ('batch_outcomes', text, [pointer, pointer]),
        ('batch_close', None, [pointer]),
    ]:
        function = getattr(serai, 'serai_' + name)
        function.restype, function.argtypes = result, arguments
    if serai.serai_version() // 1000 != 1:
        sys.exit('this example is written for version 1 of libserai')
    return serai


def check(wrong):
    if wrong:
        sys.exit(wrong.decode())


def members(mask):
    """The numbers of the bits that are set."""
    while mask:
        yield (mask & -mask).bit_length() - 1
        mask &= mask - 1


def main():
    arguments = argparse.ArgumentParser(description='Steps many games at once through libserai.')
    arguments.add_argument('game', nargs='?', default='marrakech')
    arguments.add_argument('--games', type=int, default=4096)
    arguments.add_argument('--options', default='')
    arguments.add_argument('--where', choices=WHERE, default='best')
    arguments.add_argument('--threads', type=int, default=0)
    arguments.add_argument('--seed', type=int, default=1)
    asked = arguments.parse_args()

    serai, why = library(), ctypes.create_string_buffer(500)
    game = serai.serai_game_named(asked.game.encode())
    if not game:
        sys.exit(f'there is no game {asked.game}')
    if not 0 < asked.games < 2**32:
        sys.exit('--games is a number from 1 to 134217728')
    batch = serai.serai_batch_open(game, asked.games, WHERE[asked.where], asked.threads, why, len(why))
    if not batch:
        sys.exit(why.value.decode())

    mask_bytes = serai.serai_mask_bytes(game)
    masks = ctypes.create_string_buffer(asked.games * mask_bytes)
    views = ctypes.create_string_buffer(asked.games * serai.serai_state_bytes(game))
    moves = (ctypes.c_uint32 * asked.games)()
    turns = (ctypes.c_uint8 * asked.games)()
    outcomes = (Outcome * asked.games)()

    check(serai.serai_batch_reset(batch, asked.options.encode(), asked.seed, 0, why, len(why)))
    dice, steps, inside = random.Random(asked.seed), 0, 0.0
    while any(turn != OVER for turn in turns):
        start = time.perf_counter()
        check(serai.serai_batch_mask(batch, masks))
        check(serai.serai_batch_observe(batch, views))  # what a policy would look at
        inside += time.perf_counter() - start
        every = masks.raw
        for i in range(asked.games):
            if turns[i] != OVER:
                legal = list(members(int.from_bytes(every[i * mask_bytes:(i + 1) * mask_bytes], 'little')))
                moves[i] = legal[dice.randrange(len(legal))]
        start = time.perf_counter()
        check(serai.serai_batch_step(batch, moves, turns))
        inside += time.perf_counter() - start
        steps += 1
        if ILLEGAL in bytes(turns):
            sys.exit('a move from the mask was not legal')
    check(serai.serai_batch_outcomes(batch, outcomes))
    serai.serai_batch_close(batch)

    shares = [0.0] * 4
    for outcome in outcomes:
        winners = list(members(outcome.winners))
        for seat in winners:
            shares[seat] += 1 / len(winners)
    decisions = sum(outcome.decisions for outcome in outcomes)
    print(f'{asked.games} games of {asked.game} in {steps} steps, {decisions} decisions')
    print('wins by seat:', ' '.join(f'{100 * share / asked.games:.1f} %' for share in shares))
    print(f'checksum {zlib.crc32(bytes(outcomes)):08x}')
    print(f'{decisions / inside / 1e6:.1f} million decisions a second within the library', file=sys.stderr)


if __name__ == '__main__':
    main()
