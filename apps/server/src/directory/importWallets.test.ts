import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { serverProgram } from '../../../../scripts/lib/serverBundle.mjs'
import { createDirectory, readWalletList, shippedWallets } from './createDirectory.ts'
import { describeMerge } from './describeMerge.ts'
import { importWallets } from './importWallets.ts'
import { mergeWallets } from './mergeWallets.ts'
import { readWalletRecord, type WalletRecord } from './WalletRecord.ts'

const shipped = readWalletList({ path: shippedWallets })

function wallet(fields: Partial<WalletRecord> & { id: string }): WalletRecord {
  const read = readWalletRecord({ name: fields.id, order: 10, chains: ['eip155:1'], ...fields })
  if ('issues' in read) throw new Error(read.issues)
  return read.wallet
}

describe('mergeWallets', () => {
  const current = [
    wallet({ id: 'a', rdns: 'com.a', homepage: 'https://a.example', tint: '#112233' }),
    wallet({ id: 'b', order: 20 }),
  ]

  test('default: adds new wallets, changes different ones, and reports it', () => {
    const merge = mergeWallets({
      current,
      incoming: [
        { id: 'a', name: 'A', order: 10, chains: ['eip155:1'], rdns: 'com.a' },
        { id: 'c', name: 'C', chains: ['solana:x'], injected: [{ namespace: 'solana', injected_id: 'C' }] },
        { id: 'b', name: 'b', order: 20, chains: ['eip155:1'] },
      ],
    })
    expect(merge.added).toEqual([{ id: 'c', name: 'C' }])
    expect(merge.changed).toEqual([{ id: 'a', fields: ['name'] }])
    expect(merge.unchanged).toBe(1)
    expect(merge.refused).toEqual([])
    expect(merge.wallets.map(({ id, order }) => [id, order])).toEqual([
      ['a', 10],
      ['b', 20],
      ['c', 30],
    ])
  })

  test('behavior: entries also match by rdns; ids, pictures, tints and positions stay', () => {
    const { wallets, changed } = mergeWallets({
      current,
      incoming: [
        {
          id: 'f'.repeat(64),
          name: 'A 2',
          image_id: '018b2d52-10e9-4158-1fde-a5d5bac5aa00',
          tint: '#ffffff',
          order: 99,
          chains: ['solana:x', 'eip155:1'],
          homepage: null,
          rdns: 'COM.A',
          mobile_link: 'aaa://',
        },
      ],
    })
    expect(changed).toEqual([{ id: 'a', fields: ['name', 'chains', 'mobile_link', 'rdns'] }])
    expect(wallets[0]).toMatchObject({
      id: 'a',
      name: 'A 2',
      image_id: 'a',
      tint: '#112233',
      order: 10,
      homepage: 'https://a.example',
      chains: ['eip155:1', 'solana:x'],
    })
  })

  test('behavior: the relay is read from the operator’s lists, and never from another server’s response', () => {
    const listed = { ...wallet({ id: 'c', name: 'C' }), relay: 'own' }
    const merge = (incoming: unknown) => mergeWallets({ current, incoming })
    expect(merge([listed, { ...listed, id: 'd', relay: 'any' }]).wallets.slice(2)).toMatchObject([
      { id: 'c', relay: 'own' },
      { id: 'd', relay: 'any' },
    ])
    const answer = merge({ data: [listed, { ...listed, id: 'd', relay: 'any' }] })
    expect(answer.wallets.slice(2)).toMatchObject([{ id: 'd', relay: null }])
    expect(answer.refused).toEqual([
      { entry: 'C', reason: 'it dials the relay of the server that this list came from' },
    ])
    expect(merge([{ ...listed, relay: 'public' }]).refused[0]?.reason).toContain('relay')
  })

  test('behavior: accepts the endpoint’s responses, and placeholders of other lists count as empty', () => {
    const listing = createDirectory().list({ query: { search: 'metamask' }, baseUrl: 'https://api.example' })
    expect(mergeWallets({ current: shipped, incoming: listing })).toMatchObject({
      added: [],
      changed: [],
      unchanged: 1,
    })
    const foreign = {
      id: 'x',
      name: 'X',
      chains: ['eip155:1'],
      badge_type: 'none',
      rdns: '',
      chrome_store: '-',
      image_url: 'https://elsewhere.example/x.png',
      description: 'Words',
      supports_wc: true,
    }
    expect(mergeWallets({ current: [], incoming: { data: [foreign], count: 1 } }).wallets).toEqual([
      wallet({ id: 'x', name: 'X' }),
    ])
  })

  test('error: dangerous, broken, duplicate and ambiguous entries are refused with the reason', () => {
    const entry = { name: 'N', chains: ['eip155:1'] }
    const { refused, wallets } = mergeWallets({
      current,
      incoming: [
        { ...entry, id: 'd', mobile_link: 'javascript://alert(1)' },
        { ...entry, id: 'e', chains: [] },
        { ...entry, id: 'b', rdns: 'com.a' },
        { ...entry, id: 'g' },
        { ...entry, id: 'g', name: 'G again' },
        'text',
        null,
      ],
    })
    expect(refused.map(({ entry: name }) => name)).toEqual(['N', 'N', 'N', 'G again', 'entry 6', 'entry 7'])
    expect(refused[0]?.reason).toMatch(/^mobile_link: /)
    expect(refused[1]?.reason).toMatch(/^chains: /)
    expect(refused[2]?.reason).toBe('its id is that of b, its rdns that of a')
    expect(refused[3]?.reason).toBe('the list has N twice')
    expect(wallets.map(({ id }) => id)).toEqual(['a', 'b', 'g'])
  })

  test('error: not a list', () => {
    for (const incoming of [null, 'x', 1, {}, { data: {} }, { wallets: [] }]) {
      expect(() => mergeWallets({ current, incoming })).toThrow('This is not a list of wallets')
    }
  })

  test('property: for any input no wallet is lost, and merging the result with itself changes nothing', () => {
    const id = fc.constantFrom('a', 'b', 'c', 'd')
    const rdns = fc.constantFrom('com.a', 'com.b', 'COM.C', null, '-')
    const entry = fc.oneof(
      fc.record(
        {
          id,
          name: fc.string({ minLength: 1, maxLength: 8 }),
          chains: fc.constantFrom(['eip155:1'], ['solana:x'], []),
          rdns,
          order: fc.nat(50),
          mobile_link: fc.constantFrom('a://', 'javascript://x', null),
          injected: fc.constantFrom(null, [{ namespace: 'eip155', injected_id: 'x' }]),
        },
        { requiredKeys: ['id'] },
      ),
      fc.anything(),
    )
    fc.assert(
      fc.property(fc.array(entry), (incoming) => {
        const first = mergeWallets({ current, incoming })
        expect(first.wallets.map(({ id: name }) => name)).toEqual(expect.arrayContaining(['a', 'b']))
        expect(first.added.length + first.changed.length + first.unchanged + first.refused.length).toBe(incoming.length)
        const again = mergeWallets({ current: first.wallets, incoming: first.wallets })
        expect(again).toMatchObject({ added: [], changed: [], refused: [], unchanged: first.wallets.length })
        expect(again.wallets).toEqual(first.wallets)
      }),
    )
  })
})

describe('importing a file', () => {
  let folder = ''
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'latchkey-import-'))
  })
  afterEach(() => rmSync(folder, { recursive: true, force: true }))
  const write = (name: string, content: unknown) => {
    writeFileSync(join(folder, name), JSON.stringify(content))
    return join(folder, name)
  }

  test('default: a missing file starts with the list of the server', () => {
    const from = write('other.json', [{ id: 'mine', name: 'Mine', chains: ['eip155:1'] }])
    const into = join(folder, 'wallets.json')
    const merge = importWallets({ from, into })
    expect(merge.added).toEqual([{ id: 'mine', name: 'Mine' }])
    const directory = createDirectory({ path: into })
    expect(directory.list({ query: {}, baseUrl: '' }).count).toBe(shipped.length + 1)
    expect(directory.find('metamask')).toEqual(shipped.find(({ id }) => id === 'metamask'))
    expect(readdirSync(folder).toSorted()).toEqual(['other.json', 'wallets.json'])
    expect(describeMerge({ merge, into: 'w.json' })).toBe(
      `added    mine (Mine)\nw.json: ${shipped.length + 1} wallets; 1 added, 0 changed, 0 unchanged, 0 refused`,
    )
  })

  test('behavior: the same list again writes nothing', () => {
    const into = join(folder, 'wallets.json')
    const from = write('other.json', [{ id: 'mine', name: 'Mine', chains: ['eip155:1'] }])
    importWallets({ from, into })
    const before = statSync(into)
    expect(importWallets({ from, into })).toMatchObject({ added: [], changed: [], unchanged: 1 })
    expect(statSync(into).ino).toBe(before.ino)
  })

  test('error: an unreadable file leaves the target unchanged', () => {
    const into = write('wallets.json', [{ id: 'a', name: 'A', order: 1, chains: ['eip155:1'] }])
    const before = readFileSync(into, 'utf8')
    writeFileSync(join(folder, 'broken.json'), '[{')
    expect(() => importWallets({ from: join(folder, 'broken.json'), into })).toThrow()
    expect(() => importWallets({ from: write('odd.json', { a: 1 }), into })).toThrow('not a list of wallets')
    expect(() => importWallets({ from: write('nowhere', []), into: join(folder, 'no', 'w.json') })).toThrow('ENOENT')
    expect(readFileSync(into, 'utf8')).toBe(before)
    const bad = write('bad.json', [{ id: 'A' }])
    expect(() => importWallets({ from: into, into: bad })).toThrow('has mistakes')
    expect(readFileSync(bad, 'utf8')).toBe('[{"id":"A"}]')
  })

  test('behavior: the command prints its result, and its usage', async () => {
    const program = await serverProgram('directory')
    const run = (...options: string[]) =>
      spawnSync(process.execPath, [program, ...options], {
        cwd: fileURLToPath(new URL('../..', import.meta.url)),
        env: { PATH: process.env.PATH, INIT_CWD: folder },
        encoding: 'utf8',
        timeout: 60_000,
      })
    write('other.json', { data: [{ id: 'mine', name: 'Mine', chains: ['eip155:1'] }] })
    const { status, stdout, stderr } = run('import', 'other.json', '--into', 'wallets.json')
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' })
    expect(stdout).toContain('added    mine (Mine)')
    expect(existsSync(join(folder, 'wallets.json'))).toBe(true)
    const wrong = run('export')
    expect(wrong.status).toBe(1)
    expect(wrong.stderr).toContain('Use: npm run -w apps/server directory -- import <file>')
  }, 120_000)
})
