/**
 * SHA-512 (FIPS 180-4), for what `ed25519.ts` needs: a few hundred bytes, a few times. Arithmetic on big integers makes it slow and
 * small; a library that is fast costs every page two kilobytes more. Tests compare it with one.
 */
export function sha512(message: Uint8Array): Uint8Array {
  const [initial, rounds] = constants()
  const padded = new Uint8Array(Math.ceil((message.length + 17) / 128) * 128)
  padded.set(message)
  padded[message.length] = 0x80
  const view = new DataView(padded.buffer)
  view.setUint32(padded.length - 4, message.length * 8)
  let state = initial
  for (let block = 0; block < padded.length; block += 128) {
    const words: bigint[] = []
    let [a, b, c, d, e, f, g, h] = state as Words
    for (const [index, constant] of rounds.entries()) {
      const [before, recent] = [words[index - 15] ?? 0n, words[index - 2] ?? 0n]
      const word =
        index < 16
          ? view.getBigUint64(block + index * 8)
          : mask(
              (words[index - 16] ?? 0n) +
                (turn(before, 1n) ^ turn(before, 8n) ^ (before >> 7n)) +
                (words[index - 7] ?? 0n) +
                (turn(recent, 19n) ^ turn(recent, 61n) ^ (recent >> 6n)),
            )
      words.push(word)
      const one = h + (turn(e, 14n) ^ turn(e, 18n) ^ turn(e, 41n)) + ((e & f) ^ (~e & g)) + constant + word
      const two = (turn(a, 28n) ^ turn(a, 34n) ^ turn(a, 39n)) + ((a & b) ^ (a & c) ^ (b & c))
      ;[a, b, c, d, e, f, g, h] = [mask(one + two), a, b, c, mask(d + one), e, f, g]
    }
    state = [a, b, c, d, e, f, g, h].map((word, index) => mask(word + (state[index] ?? 0n)))
  }
  const hash = new DataView(new ArrayBuffer(64))
  for (const [index, word] of state.entries()) hash.setBigUint64(index * 8, word)
  return new Uint8Array(hash.buffer)
}

type Words = [bigint, bigint, bigint, bigint, bigint, bigint, bigint, bigint]

function mask(value: bigint): bigint {
  return BigInt.asUintN(64, value)
}

function turn(word: bigint, by: bigint): bigint {
  return (word >> by) | mask(word << (64n - by))
}

/** The first 64 bits behind the point of the square roots of 8 primes, and of the cube roots of 80. */
function constants(): [readonly bigint[], readonly bigint[]] {
  const primes: bigint[] = []
  for (let candidate = 2n; primes.length < 80; candidate++)
    if (primes.every((prime) => candidate % prime)) primes.push(candidate)
  return [
    primes.slice(0, 8).map((prime) => mask(root(prime << 128n, 2n))),
    primes.map((prime) => mask(root(prime << 192n, 3n))),
  ]
}

/** The whole part of a root, by Newton's method from above. */
function root(value: bigint, degree: bigint): bigint {
  for (let guess = 1n << 70n; ; ) {
    const next = ((degree - 1n) * guess + value / guess ** (degree - 1n)) / degree
    if (next >= guess) return guess
    guess = next
  }
}
