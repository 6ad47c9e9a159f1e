import { describe, expect, test } from 'vitest'
import { changelogSection, updateChangelog } from '../lib/changelog.mjs'
import { findCommitFaults, parseHeader } from '../lib/commits.mjs'

const why = 'The old quote was shown for a moment.'
const faultsOf = (header: string, body = why) => findCommitFaults({ header, body })
const commit = (header: string, body = '') => ({ hash: '0123456789abcdef', date: '2026-11-23', header, body })

describe('convention', () => {
  test.each([
    'feat(swap): show the route before review',
    'fix!: refuse names without a coin type',
    'refactor(core,react): move the router of views',
    'perf: process blocks in one transaction',
    'docs: address the questions of operators',
    'feat(web): embed the chart',
  ])('default: %s', (header) => {
    expect(faultsOf(header)).toStrictEqual([])
  })

  test.each([
    ['Show the route', 'type(scope): subject'],
    ['feature: show the route', 'type(scope): subject'],
    ['feat(swap): Show the route', 'capital letter'],
    ['feat(swap): show the route.', 'period'],
    ['feat(swap): shows the route', '"shows" is not an imperative'],
    ['feat(swap): showed the route', '"showed" is not an imperative'],
    ['feat(swap): showing the route', '"showing" is not an imperative'],
    [`feat(swap): show ${'x'.repeat(60)}`, '77 characters'],
  ])('error: %s', (header, fault) => {
    expect(faultsOf(header).join()).toContain(fault)
  })

  test('behavior: a feature, a fix and a refactoring need a reason; a test does not', () => {
    expect(faultsOf('fix: keep the new quote', ' \n').join()).toContain('a body that says why')
    expect(faultsOf('test: keep the new quote', '')).toStrictEqual([])
  })

  test('default: reads a header', () => {
    expect(parseHeader('feat(core, react)!: move it')).toStrictEqual({
      type: 'feat',
      scopes: ['core', 'react'],
      isBreaking: true,
      subject: 'move it',
    })
  })
})

describe('changelog', () => {
  const section = changelogSection({
    name: 'Unreleased',
    commits: [
      commit('fix(swap): keep the new quote'),
      commit('feat(swap): show the route'),
      commit('feat(core): rename a hook', 'BREAKING CHANGE: useSessions is useSignIns'),
      commit('test(swap): hold the quote'),
      commit('Merge the swap'),
      commit('perf: load less'),
    ],
  })

  test('default: user-visible changes by package', () => {
    expect(section).toBe(
      '## Unreleased\n\n### core\n\n**Breaking**\n\n- rename a hook (01234567)\n\n### general\n\n**Faster**\n\n- load less (01234567)\n\n' +
        '### swap\n\n**Added**\n\n- show the route (01234567)\n\n**Fixed**\n\n- keep the new quote (01234567)\n',
    )
  })

  test('behavior: a release replaces the unreleased section and leaves earlier releases', () => {
    const first = updateChangelog('', changelogSection({ name: '0.1.0', commits: [] }))
    const both = updateChangelog(updateChangelog(first, section), section)
    expect(both.match(/^## .*/gm)).toStrictEqual(['## Unreleased', '## 0.1.0'])
    expect(updateChangelog(both, changelogSection({ name: '0.2.0', commits: [] })).match(/^## .*/gm)).toStrictEqual([
      '## 0.2.0',
      '## 0.1.0',
    ])
  })

  test('behavior: an entry that an editor rewrote keeps its wording', () => {
    const before = updateChangelog('', '## Unreleased\n\n- terse words (0a1b2c3d)\n- other (11111111)\n')
    const edited = before.replace('terse words', 'Plain words')
    const after = updateChangelog(edited, '## 0.2.0\n\n- terse words (0a1b2c3d)\n- new (22222222)\n')
    expect(after.match(/^- .*/gm)).toStrictEqual(['- Plain words (0a1b2c3d)', '- new (22222222)'])
  })
})
