import { findNameLabelIssue } from '@latchkey/protocol'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { normalizeName } from '../normalizeName.ts'
import { createLabelJudge } from './judgeLabel.ts'

const judge = createLabelJudge({ zone: 'latchkey.eth', reserved: ['acme'], blocked: ['darn'] })

test.each([
  // The zone's own word, in any position.
  ...[
    'latchkeysupport',
    'officiallatchkey',
    'latchkeywallet',
    'thelatchkeyhelp',
    '1atchkeyhelp',
    'my-latch-key-id',
    'latchkeyfan',
  ],
  // Authority words as separate parts: alone, next to hyphens or digits, next to reserved words.
  ...[
    'admin',
    'adm1n',
    'adrnin',
    'off1cial',
    'a-dmin',
    'support1',
    'support-2',
    '24support',
    'supp0rt99',
    'adm1n2026',
    'ask-admin',
  ],
  ...[
    'admin7alice',
    'adminteam',
    'support-team',
    'supportdocs',
    'walletteam',
    'accounthelp',
    'securityadmin',
    'adm1ntearn',
    'wallet--login',
  ],
  // The operator's reserved and blocked words.
  ...['acme', 'acrne', 'darn-it', 'dam-it', 'not-d-a-r-n', 'd4rn2darn'],
])('error: %s is reserved', (label) => expect([label, judge(label)?.code]).toEqual([label, 'name_reserved']))

test.each([
  ...[
    'supporter',
    'supportive',
    'badminton',
    'teamwork',
    'dream-team',
    'team-seven',
    'teamalice',
    'hometeam',
    'grassroots',
    'secured',
  ],
  ...[
    'rooted',
    'officially',
    'unverified',
    'stafford',
    'alice1',
    'helper',
    'wallet-owl',
    'key-latch',
    'testament',
    'usernamed',
    'acmes',
  ],
])('behavior: %s is available', (label) => expect([label, judge(label)?.code]).toEqual([label, undefined]))

test('behavior: a zone with a common word', () => {
  const other = createLabelJudge({ zone: 'names.acme.eth', reserved: [], blocked: [] })
  for (const label of ['names', 'acme', 'my-acme', 'names-of-acme'])
    expect([label, other(label)?.code]).toEqual([label, 'name_reserved'])
  for (const label of ['surnames', 'acmegirl']) expect([label, other(label)?.code]).toEqual([label, undefined])
})

test('behavior: a label without an issue is in normal form, and a zone that is not has no names', () => {
  const labels = fc.stringMatching(/^[a-z0-9-]{4,64}$/).filter((label) => !findNameLabelIssue(label))
  fc.assert(fc.property(labels, (label) => normalizeName(`${label}.latchkey.eth`) === `${label}.latchkey.eth`))
  const nowhere = createLabelJudge({ zone: 'xn--latchkey.eth', reserved: [], blocked: [] })
  expect(nowhere('alice1')?.code).toBe('name_invalid')
})

test('behavior: the longest labels are judged quickly', () => {
  const start = performance.now()
  for (const label of ['username'.repeat(8), `${'adminusername'.repeat(4)}x`, '1'.repeat(64), `a${'-1'.repeat(31)}`])
    judge(label)
  expect(performance.now() - start).toBeLessThan(200)
})
