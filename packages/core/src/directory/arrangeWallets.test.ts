import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { ConnectorInfo } from '../connectors/Connector.ts'
import type { LatchkeyConfig } from '../LatchkeyConfig.ts'
import { testListing } from '../testing/testListing.ts'
import { localOne } from '../testing/testNetworks.ts'
import { arrangeWallets } from './arrangeWallets.ts'
import { isSameWallet, marksOfEntry } from './walletMarks.ts'

const config: LatchkeyConfig = {
  projectId: '0'.repeat(32),
  apiUrl: 'https://api.test',
  networks: [
    localOne,
    { ...localOne, caipNetworkId: 'solana:local', chainNamespace: 'solana' },
    { ...localOne, caipNetworkId: 'bip122:local', chainNamespace: 'bip122' },
  ],
  metadata: { name: 'Test', url: 'https://site.test' },
}

const evm = (rdns: string, name: string): ConnectorInfo => ({
  id: rdns,
  namespace: 'eip155',
  name,
  icon: null,
  rdns,
  type: 'injected',
})
const standard = (namespace: 'solana' | 'bip122', name: string): ConnectorInfo => ({
  id: `${namespace}:${name}`,
  namespace,
  name,
  icon: null,
  rdns: null,
  type: 'injected',
})
const arrange = (options: Partial<Parameters<typeof arrangeWallets>[0]> = {}) => {
  const lists = arrangeWallets({
    config,
    connectors: [],
    recentIds: [],
    listings: options.first ?? [],
    first: [],
    ...options,
  })
  return {
    lists,
    ids: Object.fromEntries(Object.entries(lists).map(([name, list]) => [name, list.map(({ id }) => id)])),
  }
}

describe('one entry per wallet', () => {
  test('default: by rdns, by the ids of the directory, by name', () => {
    const { lists } = arrange({
      connectors: [
        evm('app.fern', 'Fern'),
        standard('solana', 'Fern Solana'),
        standard('bip122', 'FERN wallet'),
        evm('app.orbit', 'Orbit'),
      ],
      first: [
        testListing('fern', { rdns: 'app.fern', injected: [{ namespace: 'solana', injected_id: 'Fern Solana' }] }),
        testListing('orbit', { rdns: 'app.orbit' }),
        testListing('other'),
      ],
    })
    expect(lists.installed.map(({ connectors }) => connectors.map(({ id }) => id))).toStrictEqual([
      ['app.fern', 'solana:Fern Solana', 'bip122:FERN wallet'],
      ['app.orbit'],
    ])
    expect(lists.installed[0]?.listing?.id).toBe('fern')
    expect(lists.recommended.map(({ id }) => id)).toStrictEqual(['other'])
  })

  test('behavior: a wallet with the name of another does not hide it', () => {
    const { ids } = arrange({
      connectors: [evm('evil.fern', 'Fern')],
      first: [testListing('fern', { rdns: 'app.fern' })],
    })
    expect(ids).toMatchObject({ installed: ['evil.fern'], recommended: ['app.fern'] })
  })
})

describe('the lists', () => {
  const first = ['a', 'b', 'c', 'd', 'e', 'f'].map((id) => testListing(id))

  test('default: recommended fills up to four', () => {
    expect(arrange({ first }).ids.recommended).toStrictEqual(['a', 'b', 'c', 'd'])
    expect(arrange({ first, connectors: [evm('x.y', 'X')] }).ids.recommended).toStrictEqual(['a', 'b', 'c'])
  })

  test('behavior: four are featured at most (spec 9.17)', () => {
    const featuredWalletIds = ['a', 'b', 'c', 'd', 'e']
    expect(arrange({ first, config: { ...config, featuredWalletIds } }).ids.featured).toStrictEqual([
      'a',
      'b',
      'c',
      'd',
    ])
  })

  test('behavior: recent, featured and custom wallets are in their first list only', () => {
    const { ids, lists } = arrange({
      first,
      recentIds: ['c', 'x.y'],
      connectors: [evm('w.v', 'W'), evm('x.y', 'X')],
      config: {
        ...config,
        featuredWalletIds: ['own', 'b', 'x.y'],
        customWallets: [
          { id: 'own', name: 'Own', homepage: 'https://own.example', imageUrl: '/own.svg' },
          { id: 'mine', name: 'Mine', homepage: 'https://mine.example' },
        ],
      },
    })
    expect(ids).toStrictEqual({
      installed: ['x.y', 'w.v'],
      recent: ['c'],
      featured: ['own', 'b'],
      custom: ['mine'],
      recommended: [],
      ownRelay: [],
    })
    expect(lists.featured[0]?.icon).toBe('/own.svg')
    expect([lists.installed[0]?.recent, lists.installed[1]?.recent, lists.recent[0]?.recent]).toStrictEqual([
      true,
      false,
      true,
    ])
  })

  test('behavior: excluded wallets never show, and an include list limits those of the directory', () => {
    expect(
      arrange({
        first,
        connectors: [evm('x.y', 'X')],
        recentIds: ['x.y', 'a'],
        config: { ...config, excludedWalletIds: ['a', 'x.y'], includedWalletIds: ['a', 'b'] },
      }).ids,
    ).toMatchObject({ installed: [], recent: [], recommended: ['b'] })
  })

  test('behavior: with only the app’s own relay, the wallets that use it are listed once', () => {
    const named = (walletConnect: NonNullable<LatchkeyConfig['connectors']>['walletConnect']) =>
      arrange({
        first: [
          testListing('a', { relay: 'own' }),
          testListing('b'),
          testListing('c', { relay: 'any' }),
          testListing('d', { relay: 'own' }),
        ],
        config: {
          ...config,
          excludedWalletIds: ['d'],
          customWallets: [
            { id: 'a', name: 'A', homepage: 'https://a.example', relay: 'own' },
            { id: 'x', name: 'X', homepage: 'https://x.example' },
          ],
          ...(walletConnect === undefined ? {} : { connectors: { walletConnect } }),
        },
      }).ids.ownRelay
    expect(named(true)).toStrictEqual(['a', 'c'])
    expect(named({ publicRelay: { projectId: 'p' } })).toStrictEqual([])
    expect(named({ ownRelay: false, publicRelay: { projectId: 'p' } })).toStrictEqual([])
    expect(named(undefined)).toStrictEqual([])
  })

  test('behavior: icons come only from the operator', () => {
    const { lists } = arrange({
      first: [
        testListing('a'),
        testListing('b', { image_url: 'https://elsewhere.example/b.png' }),
        testListing('c', { image_url: 'data:image/png;base64,AA' }),
        testListing('d', { image_url: '', image_id: '' }),
      ],
    })
    expect(lists.recommended.map(({ icon }) => icon)).toStrictEqual([
      'https://api.test/getWalletImage/a',
      'https://api.test/getWalletImage/b',
      'data:image/png;base64,AA',
      null,
    ])
  })
})

describe('any wallets', () => {
  const name = fc.constantFrom('Fern', 'fern wallet', 'Orbit', 'Ember', 'North')
  const rdns = fc.constantFrom('app.fern', 'app.orbit', 'app.ember', 'x.y')
  const connector = fc.oneof(
    fc.tuple(rdns, name).map(([id, text]) => evm(id, text)),
    fc
      .tuple(fc.constantFrom('solana' as const, 'bip122' as const), name)
      .map(([family, text]) => standard(family, text)),
  )
  const listing = fc
    .record({
      id: fc.constantFrom('fern', 'orbit', 'ember', 'north', 'quill'),
      name,
      rdns: fc.option(rdns),
      injected: fc.option(
        fc.array(
          fc.record({ namespace: fc.constantFrom('solana', 'bip122', 'eip155'), injected_id: fc.oneof(name, rdns) }),
          {
            maxLength: 2,
          },
        ),
      ),
    })
    .map(({ id, ...rest }) => testListing(id, rest))
  const anyId = fc.oneof(rdns, fc.constantFrom('fern', 'orbit', 'own', 'solana:Fern', 'quill'))
  const world = fc.record({
    connectors: fc.uniqueArray(connector, { selector: ({ id }) => id, maxLength: 7 }),
    first: fc.uniqueArray(listing, { selector: ({ id }) => id, maxLength: 5 }),
    recentIds: fc.uniqueArray(anyId, { maxLength: 2 }),
    featuredWalletIds: fc.uniqueArray(anyId, { maxLength: 6 }),
    excludedWalletIds: fc.uniqueArray(anyId, { maxLength: 1 }),
    own: fc.option(fc.record({ name, rdns: fc.option(rdns, { nil: undefined }) })),
  })

  test('behavior: no wallet is duplicated, no connector is lost, at most two are recent', () => {
    fc.assert(
      fc.property(world, ({ featuredWalletIds, excludedWalletIds, own, ...rest }) => {
        const customWallets = own
          ? [{ id: 'own', name: own.name, homepage: 'https://own.example', ...(own.rdns ? { rdns: own.rdns } : {}) }]
          : []
        const options = { ...rest, config: { ...config, featuredWalletIds, excludedWalletIds, customWallets } }
        const { lists } = arrange(options)
        expect(arrange(options).lists).toStrictEqual(lists)
        const all = Object.values(lists).flat()
        expect(new Set(all.map(({ id }) => id)).size).toBe(all.length)
        all.forEach((one, at) => {
          for (const other of all.slice(at + 1))
            expect(isSameWallet(marksOfEntry(one), marksOfEntry(other))).toBe(false)
        })
        const connectorIds = all.flatMap(({ connectors }) => connectors.map(({ id }) => id))
        expect(new Set(connectorIds).size).toBe(connectorIds.length)
        if (excludedWalletIds.length === 0) expect(connectorIds).toHaveLength(rest.connectors.length)
        for (const { connectors } of all)
          expect(new Set(connectors.map(({ namespace }) => namespace)).size).toBe(connectors.length)
        expect(all.filter(({ recent }) => recent).length).toBeLessThanOrEqual(2)
        expect(lists.featured.length).toBeLessThanOrEqual(4)
        expect(lists.recommended.length).toBeLessThanOrEqual(4)
      }),
      { numRuns: 1000 },
    )
  })
})
