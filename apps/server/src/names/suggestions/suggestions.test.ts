import { findNameLabelIssue } from '@latchkey/protocol'
import type { NameSuggestion } from '@latchkey/protocol/api'
import fc from 'fast-check'
import { pino } from 'pino'
import { Registry } from 'prom-client'
import { expect, test } from 'vitest'
import { serverConfigSchema } from '../../platform/config/ServerConfig.ts'
import { createHttpApp } from '../../platform/http/createHttpApp.ts'
import { testProjectId } from '../../testing/testProjectId.ts'
import { createMemoryRegistry, type MemoryName } from '../gateway/testing/createMemoryRegistry.ts'
import { labelSkeleton } from '../registry/labelSkeleton.ts'
import type { NameRegistry } from '../registry/NameRegistry.ts'
import { createSuggestions, mostSuggestions } from './createSuggestions.ts'
import { listCandidates } from './listCandidates.ts'
import { registerSuggestionRoute } from './registerSuggestionRoute.ts'
import { words } from './words.ts'

const zone = 'latchkey.eth'
const names: Record<string, MemoryName> = { alice: {} }
const registry = createMemoryRegistry({ names, taken: (label) => label.includes('admin') })
const suggest = createSuggestions({ registry })
const labelsOf = (suggestions: readonly NameSuggestion[]) =>
  suggestions.map(({ name }) => name.slice(0, -zone.length - 1))

function serve(registry: NameRegistry | undefined) {
  const config = serverConfigSchema.parse({
    projects: [{ id: testProjectId, name: 'Test', origins: [] }],
    chains: [
      {
        ...{ chainId: 'eip155:31337', name: 'Local One', upstreams: [{ url: 'http://127.0.0.1:9' }] },
        nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
      },
    ],
  })
  const context = { config, log: pino({ level: 'silent' }), metrics: new Registry() }
  const app = createHttpApp({ context, admit: async () => undefined })
  registerSuggestionRoute({ app, registry })
  return async (path: string) => {
    const response = await app.request(`/v1/profile/suggestions/${path}`)
    return { status: response.status, body: await response.json() }
  }
}

test('default: the exact name, then four similar free ones, deterministic, with one read', async () => {
  registry.asked.length = 0
  const suggestions = await suggest('Alice')
  expect(registry.asked).toEqual(['unavailable'])
  expect(suggestions[0]).toEqual({ name: 'alice.latchkey.eth', registered: true })
  expect(suggestions.slice(1).map(({ registered }) => registered)).toEqual(Array(mostSuggestions).fill(false))
  for (const label of labelsOf(suggestions)) expect(label).toContain('alice')
  expect(await suggest('Alice')).toEqual(suggestions)
  // One gets registered, and another replaces it.
  const [, first = ''] = labelsOf(suggestions)
  names[first] = {}
  const later = await suggest('alice')
  delete names[first]
  expect(labelsOf(later)).not.toContain(first)
  expect(later).toHaveLength(1 + mostSuggestions)
  expect(labelsOf(later).slice(1, 4)).toEqual(labelsOf(suggestions).slice(2))
})

test('behavior: a full name, or one of the parent zone, is reduced to its label', async () => {
  const expected = await suggest('alice')
  for (const text of ['alice.latchkey.eth', 'ALICE.Latchkey.eth', ' alice.eth '])
    expect({ text, found: await suggest(text) }).toEqual({ text, found: expected })
})

test.each([
  ['Alice Smith', 'alice-smith', false, 'alice-smith'],
  ['alice_smith', 'alice-smith', false, 'alice-smith'],
  // Characters that a label cannot have are removed from similar names, but stay in the exact one.
  ['josé', 'josé', true, 'jose'],
  ['al!ce', 'al!ce', true, 'alce'],
  ['john.doe', 'john.doe', true, 'john-doe'],
  ['__ann__', '--ann--', true, 'ann'],
  ['bob', 'bob', true, 'bob'],
  ['free', 'free', false, 'free'],
])('behavior: %s', async (text, exact, registered, like) => {
  const suggestions = await suggest(text)
  expect(suggestions[0]).toEqual({ name: `${exact}.${zone}`, registered })
  const free = suggestions.slice(1)
  expect(free).toHaveLength(mostSuggestions)
  for (const label of labelsOf(free)) expect(label).toContain(like)
})

test.each(['李小龙', '🦊🦊', '--', '!?', 'αλίκη'])(
  'behavior: no part of %s can be in a name: words only',
  async (text) => {
    const [exact, ...free] = await suggest(text)
    expect(exact).toEqual({ name: `${text}.${zone}`, registered: true })
    expect(free).toHaveLength(mostSuggestions)
    for (const label of labelsOf(free)) expect(label).toMatch(/^[a-z]+-[a-z]+[2-9]?$/)
    // Other texts have other words.
    expect(free).not.toEqual((await suggest(`${text}!`)).slice(1))
  },
)

test('behavior: no name similar to a reserved word is available: words only', async () => {
  const [exact, ...free] = await suggest('admin')
  expect(exact).toEqual({ name: `admin.${zone}`, registered: true })
  expect(free).toHaveLength(mostSuggestions)
  for (const label of labelsOf(free)) expect(label).toMatch(/^[a-z]+-[a-z]+[2-9]?$/)
})

test('behavior: spaces are not a name', async () => {
  const suggestions = await suggest('   ')
  expect(suggestions.map(({ registered }) => registered)).toEqual(Array(mostSuggestions).fill(false))
})

test('behavior: for any text, suggestions are available, short enough, and none looks like another', () => {
  const text = fc.oneof(
    fc.string({ unit: 'grapheme', minLength: 1, maxLength: 255 }),
    fc.stringMatching(/^[a-z0-9 _.-]{1,80}$/),
    fc.stringMatching(/^[01olrnmvw]{1,8}$/),
  )
  return fc.assert(
    fc.asyncProperty(text, async (typed) => {
      const found = labelsOf(await createSuggestions({ registry: createMemoryRegistry({ names: {} }) })(typed))
      const free = found.slice(typed.trim() === '' ? 0 : 1)
      expect(free).toHaveLength(mostSuggestions)
      for (const label of free) expect({ label, issue: findNameLabelIssue(label) }).toEqual({ label, issue: undefined })
      expect(new Set(found.map(labelSkeleton)).size).toBe(found.length)
    }),
    { numRuns: 300 },
  )
})

test('behavior: popular names still have suggestions', async () => {
  // The next visitor finds four of the two dozen labels, while some are left.
  const wanted: Record<string, MemoryName> = {}
  const crowded = createSuggestions({ registry: createMemoryRegistry({ names: wanted }) })
  for (let visitor = 0; visitor < 5; visitor++) for (const label of labelsOf(await crowded('maria'))) wanted[label] = {}
  expect((await crowded('maria')).length).toBeGreaterThan(1)
})

test('behavior: no digits that form a year', () => {
  for (const text of ['anna', 'anna19', 'anna198', '2026', '19'])
    for (const label of listCandidates({ text, except: text })) {
      const digits = label.match(/[0-9]+/g) ?? []
      expect({ label, own: digits.filter((run) => !text.includes(run)).every((run) => run.length === 1) }).toEqual({
        ...{ label, own: true },
      })
    }
})

test('behavior: words are simple, and no two look alike', () => {
  expect(words.length).toBeGreaterThan(280)
  for (const word of words) expect(word).toMatch(/^[a-z]{3,10}$/)
  expect(new Set(words.map(labelSkeleton)).size).toBe(words.length)
})

test('default: over HTTP', async () => {
  const ask = serve(registry)
  const { status, body } = await ask('alice?zone=latchkey.eth')
  expect(status).toBe(200)
  expect(body).toEqual({ suggestions: await suggest('alice') })
  expect((await ask('alice.latchkey.eth?zone=Latchkey.eth')).body).toEqual(body)
  expect((await ask(encodeURIComponent('a/b 李'))).status).toBe(200)
})

test('spec 7.18 and 9.27: another zone than the server’s, and no zone', async () => {
  const other = await serve(registry)('alice?zone=eth')
  expect(other).toMatchObject({ status: 400, body: { code: 'name_invalid', reasons: [{ field: 'zone' }] } })
  const none = await serve(undefined)('alice')
  expect(none).toMatchObject({ status: 404, body: { code: 'names_unavailable' } })
})
