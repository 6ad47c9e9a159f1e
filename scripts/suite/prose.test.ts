import { describe, expect, test } from 'vitest'
import { measureProse, sumUp } from '../lib/prose/measureProse.mjs'
import { compareCounts, countFolders, folderOf } from '../lib/prose/ratchet.mjs'

const markdown = (text: string) => measureProse([{ path: 'docs/page.md', text }])
const typescript = (text: string, path = 'packages/core/src/thing.ts') => measureProse([{ path, text }])
const textsOf = (sentences: Awaited<ReturnType<typeof measureProse>>) => sentences.map(({ text }) => text)
const idsOf = async (text: string) => (await markdown(text)).flatMap(({ findings }) => findings.map(({ id }) => id))
const long = (words: number) =>
  `${Array.from({ length: words }, (_, index) => (index % 2 ? 'short' : 'word')).join(' ')}.`

describe('sentences', () => {
  test.each([
    ['an abbreviation', 'Use a locale, e.g. German, or i.e. French. It loads once.', 2],
    ['a version and a CAIP id', 'Install 1.2.3 on eip155:1 or v4.5. It works.', 2],
    ['a URL', 'Open https://example.com/a.b?c=d. Then sign in.', 2],
    ['a code span with periods', 'Call `a. B. c()` once. Then `d. E`.', 2],
    ['a file name', 'Read package.json and docs/site.md first.', 1],
    ['an ellipsis in a list', 'Google, Apple, … and others are providers.', 1],
    ['a question and an answer', 'Is it open? It is.', 2],
    ['a period in brackets', 'It fails (see No. 5). Then it retries.', 2],
    ['initials', 'The U.S. Dollar is a reference. It is quoted.', 2],
  ])('behavior: %s', async (_, text, count) => {
    expect(textsOf(await markdown(text))).toHaveLength(count)
  })

  test('default: a code span, a URL and an amount count as one word each', async () => {
    const [sentence] = await markdown('Call `await client.send({ a, b })` of https://example.com/x with 0.1 ETH.')
    expect(sentence?.words).toBe(7)
  })

  test('default: each list item and table cell is a sentence', async () => {
    const sentences = await markdown(
      '- one thing here\n- another thing\n\n| a | b |\n|---|---|\n| left cell | right cell |\n',
    )
    expect(textsOf(sentences)).toStrictEqual(['one thing here', 'another thing', 'a', 'b', 'left cell', 'right cell'])
    expect(sentences.filter(({ isCounted }) => isCounted)).toHaveLength(1)
  })

  test('behavior: code blocks, HTML and block quotes are not read', async () => {
    expect(await idsOf('```\nnobody knows\n```\n\n<!-- nobody -->\n\n> Nobody said so.\n')).toStrictEqual([])
  })

  test('behavior: over 30 words is a warning, over 40 a fault', async () => {
    expect(await idsOf(long(30))).toStrictEqual([])
    expect(await idsOf(long(31))).toStrictEqual(['lengthy'])
    expect(await idsOf(long(40))).toStrictEqual(['lengthy'])
    expect(await idsOf(long(41))).toStrictEqual(['long'])
  })

  test('behavior: a long table cell is a fault', async () => {
    expect(await idsOf(`| a |\n|---|\n| ${long(41)} |\n`)).toStrictEqual(['long'])
  })
})

describe('phrases', () => {
  test.each([
    ['Nobody can read it.', 'nobody'],
    ['Whoever has the key signs.', 'whoever'],
    ['Somebody has to sign.', 'somebody'],
    ['It continues by itself.', 'by itself'],
    ['The wallet has an origin of its own.', 'of its own'],
    ['This check is there to help.', 'is there to'],
    ['The setting stands in the file.', 'stands in'],
    ['The new key is used in the place of the old one.', 'in the place of'],
    ['It is kept for ever.', 'for ever'],
    ['Sign in in the new window.', 'repeated'],
  ])('default: %s', async (text, id) => {
    expect(await idsOf(text)).toStrictEqual([id])
  })

  test.each([
    'Call `nobody` once.',
    'Write “no one” for “nobody”, and "anyone who" for "whoever".',
    'The variable nobodyElse and the file whoever-it-is.md exist.',
    'A proxy stands in for the server.',
    'It had had time, and it is clear that that holds.',
  ])('behavior: not in %s', async (text) => {
    expect(await idsOf(text)).toStrictEqual([])
  })

  test.each([
    'What opens a wallet is kept here.',
    'It returns what the server keeps.',
    'The log says what failed.',
    'It is made of what was read.',
    'What {@link X} takes.',
  ])('default: a free "what" clause in %s', async (text) => {
    expect(await idsOf(text)).toStrictEqual(['what'])
  })

  test.each([
    'What is a wallet?',
    'The page explains what a nonce is.',
    'Here is an example of what to avoid.',
    'Ask what the user wants.',
    'The error tells you what to change.',
    'It depends on what kind of wallet you use.',
    'What if it fails is a good question.',
    'Whatever you choose works.',
    'The so-called what-if page.',
  ])('behavior: no free "what" clause in %s', async (text) => {
    expect(await idsOf(text)).toStrictEqual([])
  })
})

describe('glossary', () => {
  test.each([
    ['The session ends.', 'session'],
    ['Hand it over to the node.', 'hand over'],
    ['A purchase is listed.', 'purchase'],
    ['Use a seed phrase.', 'seed phrase'],
    ['The colour changes.', 'colour'],
    ['The amount is normalised.', '-ise'],
  ])('default: %s', async (text, id) => {
    expect(await idsOf(text)).toStrictEqual([id])
  })

  test('behavior: the rule against one word knows where it is right', async () => {
    expect(await idsOf('The WalletConnect session is kept in session storage.')).toStrictEqual([])
    expect((await typescript('// The session ends.', 'packages/walletconnect/src/a.ts'))[0]?.findings).toStrictEqual([])
  })

  test('behavior: markets have trades, a swap is no trade', async () => {
    const text = '// The trade failed.'
    expect((await typescript(text, 'apps/server/src/markets/a.ts'))[0]?.findings).toStrictEqual([])
    expect((await typescript(text, 'packages/core/src/swap/a.ts'))[0]?.findings).toHaveLength(1)
  })
})

describe('TypeScript', () => {
  test('default: docstrings without their tags, types and examples', async () => {
    const text = `/**
 * Returns the balance of an account, in base units.
 *
 * @param {object} [options.address] - the account
 * @returns {Promise<bigint>} the balance
 * @throws {LatchkeyError} \`rate_limited\`
 * @example
 * nobody()
 * @see https://example.com
 */
const a = 1`
    expect((await typescript(text)).map(({ text: one, line }) => `${line} ${one}`)).toStrictEqual([
      '2 Returns the balance of an account, in base units.',
      '4 the account',
      '5 the balance',
    ])
  })

  test('default: line comments below one another are one text', async () => {
    expect(textsOf(await typescript('// One sentence that goes\n// on here. Another.\n\n// A third.'))).toStrictEqual([
      'One sentence that goes on here.',
      'Another.',
      'A third.',
    ])
  })

  test('behavior: each indented line of usage is separate, and a list item goes on', async () => {
    const text = '// Usage:\n//   --write   writes it\n//   --list    lists it\n//\n// - an item\n//   that goes on'
    expect(textsOf(await typescript(text))).toStrictEqual([
      'Usage:',
      '--write writes it',
      '--list lists it',
      'an item that goes on',
    ])
  })

  test('behavior: directives, annotations and text that looks like a comment are not read', async () => {
    const text = `#!/usr/bin/env node
// biome-ignore lint/a: nobody
/// <reference types="nobody" />
const url = 'https://example.com // nobody here' /* @__PURE__ */
const pattern = /[/*] nobody */
const markup = \`/* nobody */ \${1} // nobody\``
    expect(await typescript(text)).toStrictEqual([])
  })

  test('default: log lines, with computed parts as one word', async () => {
    const text =
      "log.warn({ chainId, err }, 'Indexing failed, ' + 'retrying')\ncontext.log.info('Block ' + block + ' of it')"
    const sentences = await typescript(text)
    expect(sentences.map(({ kind, words }) => [kind, words])).toStrictEqual([
      ['logs', 3],
      ['logs', 4],
    ])
  })

  test('default: texts of errors, without their codes', async () => {
    const text = "throw new LatchkeyError('wallet_busy', { details: 'Nobody answered the request' })"
    const [sentence, ...rest] = await typescript(text)
    expect(sentence).toMatchObject({ kind: 'errors', text: 'Nobody answered the request' })
    expect(rest).toStrictEqual([])
  })

  test('default: titles of tests', async () => {
    const text = "describe.each([1])('outer %i', () => { test('default: whoever asks is served', () => {}) })"
    const sentences = await typescript(text, 'packages/core/src/thing.test.ts')
    expect(sentences.map(({ kind, text: one }) => [kind, one])).toStrictEqual([
      ['tests', 'outer %i'],
      ['tests', 'default: whoever asks is served'],
    ])
  })

  test('default: message catalogs, with placeholders as one word', async () => {
    const text = "export const en = { 'code.text': 'Sent to {email}. Check spam.', locale: 'en-US' }"
    const sentences = await typescript(text, 'packages/react/src/messages/en.ts')
    expect(sentences.map(({ kind, words }) => [kind, words])).toStrictEqual([
      ['ui', 3],
      ['ui', 2],
    ])
  })
})

describe('figures', () => {
  test('default: median, 90th percentile and counts', async () => {
    const text = Array.from({ length: 10 }, (_, index) => long(index + 3)).join(' ')
    expect(sumUp(await markdown(`Nobody is here. ${text.replaceAll('. word', '. Word')}`))).toMatchObject({
      longest: 12,
      counts: { nobody: 1 },
    })
  })

  test('default: the folder of a file', () => {
    expect(
      ['packages/core/src/a.ts', 'apps/web/README.md', 'docs/a/b.md', 'README.md', 'scripts/a.mjs'].map(folderOf),
    ).toStrictEqual(['packages/core', 'apps/web', 'docs/a/b.md', 'README.md', 'scripts'])
    expect(folderOf('vitest.config.ts')).toBe('configuration')
  })

  test('behavior: a count may fall, and text may move, but the whole never rises', async () => {
    const counts = countFolders(await markdown(`Nobody. ${long(31)} ${long(41)}`))
    expect(counts).toStrictEqual({ 'docs/page.md': { long: 1, nobody: 1 } })
    expect(compareCounts(counts, counts)).toStrictEqual({ worse: [], better: [], refused: [] })
    expect(compareCounts({}, counts).refused).toHaveLength(2)
    expect(compareCounts(counts, {}).better).toHaveLength(2)
    const moved = compareCounts({ a: { what: 2 }, b: { what: 1 } }, { a: { what: 1 }, b: { what: 2 } })
    expect(moved).toMatchObject({ worse: ['b: 2 of "what", the figure is 1'], refused: [] })
  })
})
