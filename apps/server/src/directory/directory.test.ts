import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { WalletListing } from '@latchkey/protocol/api'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createTestApp, type TestApp } from '../testing/createTestApp.ts'
import { createTestContext, type TestContext } from '../testing/createTestContext.ts'
import { testProjectId } from '../testing/testProjectId.ts'
import { coinMarks } from './coinMarks.ts'
import { createDirectory } from './createDirectory.ts'
import { createMonogram } from './createMonogram.ts'
import { tokenIconUrl } from './tokenIconUrl.ts'
import wallets from './wallets.json' with { type: 'json' }

let context: TestContext
let testApp: TestApp
beforeAll(async () => {
  context = await createTestContext()
  testApp = await createTestApp({ context })
})
afterAll(() => context.stop())

const ask = (query: string) => testApp.app.request(`/getWallets?projectId=${testProjectId}&${query}`)

async function list(query: string) {
  const response = await ask(query)
  expect(response.status).toBe(200)
  const { data, count } = (await response.json()) as { data: WalletListing[]; count: number }
  return { ids: data.map(({ id }) => id), data, count }
}

describe('the directory', () => {
  test('default', async () => {
    const { ids, data, count } = await list('')
    expect(count).toBe(wallets.length)
    expect(ids[0]).toBe('metamask')
    expect(data[0]?.image_url).toBe('http://localhost/getWalletImage/metamask')
  })

  test('behavior: pages follow each other without a gap', async () => {
    const all = (await list('entries=100')).ids
    const paged: string[] = []
    for (let page = 1; paged.length < all.length; page += 1) {
      const { ids, count } = await list(`entries=7&page=${page}`)
      expect(count).toBe(all.length)
      expect(ids.length).toBeGreaterThan(0)
      paged.push(...ids)
    }
    expect(paged).toEqual(all)
    expect((await list('entries=7&page=99')).ids).toEqual([])
    expect((await list('entries=0')).ids).toHaveLength(1)
  })

  test('behavior: include, exclude, networks and badges filter the list', async () => {
    expect((await list('include=rabby,io.metamask')).ids).toEqual(['metamask', 'rabby'])
    expect((await list('include=nobody')).count).toBe(0)
    expect((await list('include=')).count).toBe(wallets.length)
    const without = (await list('exclude=metamask,io.rabby')).ids
    expect(without).not.toContain('metamask')
    expect(without).not.toContain('rabby')
    expect((await list('exclude=metamask,io.rabby')).count).toBe(wallets.length - 2)
    const bitcoin = (await list('chains=bip122:000000000019d6689c085ae165831e93')).ids
    expect(bitcoin).toContain('xverse')
    expect(bitcoin).not.toContain('rainbow')
    expect((await list('chains=eip155:31337')).ids).toContain('metamask')
    expect((await list('chains=solana:local')).ids).toContain('solflare')
    expect((await list('chains=eip155:31337,bip122:x&entries=100')).ids).toContain('unisat')
    expect((await list('chains=cosmos:cosmoshub-4')).count).toBe(0)
    expect((await list('badge_type=featured')).count).toBe(0)
  })

  test('spec 7.29 and 3.19: every found wallet lists the requested networks of its families', async () => {
    const chains = ['eip155:8453', 'eip155:31337', 'solana:local']
    for (const entries of [40, 100]) {
      const { data, count } = await list(`chains=${chains.join(',')}&entries=${entries}`)
      expect(data.length).toBe(Math.min(entries, count))
      for (const wallet of data) {
        const families = new Set(wallet.chains.map((chain) => chain.split(':')[0]))
        const served = chains.filter((chain) => families.has(chain.split(':')[0]))
        expect(served.length).toBeGreaterThan(0)
        expect([wallet.id, wallet.chains]).toEqual([wallet.id, expect.arrayContaining(served)])
        expect(new Set(wallet.chains).size).toBe(wallet.chains.length)
      }
    }
    // No wallet gets networks of another family, and without the filter the list is as in the file.
    const bitcoin = (await list('chains=bip122:000000000019d6689c085ae165831e93&entries=100')).data
    expect(bitcoin.some(({ chains: of }) => of.includes('eip155:8453'))).toBe(false)
    expect(JSON.stringify((await list('include=metamask')).data)).not.toContain('eip155:31337')
  })

  test('behavior: a search ignores case, accents, spaces and punctuation, and prefixes come first', async () => {
    expect((await list('search=RAIN')).ids).toEqual(['rainbow'])
    expect((await list('search=me.rainbow')).ids).toEqual(['rainbow'])
    expect((await list('search=M%C3%A9taM%C3%A0sk')).ids[0]).toBe('metamask')
    expect((await list('search=trustwallet')).ids[0]).toBe('trust-wallet')
    expect((await list('search=Dcent')).ids[0]).toBe('dcent')
    const { ids, data } = await list('search=co&entries=100')
    const starts = data.map(({ name }) => name.toLowerCase().startsWith('co'))
    expect(starts.indexOf(false)).toBe(starts.filter(Boolean).length)
    expect(ids.indexOf('coinbase-wallet')).toBeLessThan(ids.indexOf('crypto-com-onchain'))
    const inner = (await list('search=in&entries=100')).ids
    expect(inner[0]).toBe('infinity-wallet')
    expect(inner).toContain('coinbase-wallet')
    expect((await list('search=suite')).ids).toEqual(['trezor-suite'])
    expect((await list('search=wallet&entries=100')).ids.length).toBeGreaterThan(20)
    expect((await list('search=nothing+like+this')).count).toBe(0)
    expect((await list('search=%21%3F')).count).toBe(0)
    expect((await list('search=+')).count).toBe(wallets.length)
  })

  test('behavior: at most 100 per page, and unknown parameters have no effect', async () => {
    const all = await list('entries=9999')
    expect(all.ids).toHaveLength(Math.min(100, wallets.length))
    expect(await list('')).toEqual(await list('sv=html-core-1&platform=web&entries=40&unheard[of]=%00'))
    expect(await list('entries=100')).toEqual(await list('entries=100'))
  })

  test.each([
    'entries=-1',
    'entries=ten',
    'page=1.5',
    'page=99999',
    'chains=ethereum',
    'chains=eip155:1;eip155:2',
    'chains=eip155:',
    'badge_type=gold',
    'reach=all',
    `search=${'x'.repeat(101)}`,
    'include=a%0Ab',
    `exclude=${'x,'.repeat(2049)}`,
  ])('error: %s is refused with a code', async (query) => {
    const response = await ask(query)
    expect(response.status).toBe(400)
    const { code, reasons } = (await response.json()) as { code: string; reasons: { field: string }[] }
    expect(code).toBe('malformed_request')
    expect(reasons[0]?.field).toBe(query.split('=')[0])
  })

  test('error: a file with a dangerous link or a duplicate wallet is refused with its position', () => {
    const folder = mkdtempSync(join(tmpdir(), 'latchkey-directory-'))
    const path = join(folder, 'wallets.json')
    const [first] = wallets
    for (const link of [
      'javascript://alert(1)',
      'data://x',
      'intent://x',
      'http://x',
      'wallet',
      'a://b c',
      'edge://x',
    ]) {
      writeFileSync(path, JSON.stringify([{ ...first, mobile_link: link }]))
      expect(() => createDirectory({ path }), link).toThrow('0.mobile_link')
    }
    for (const link of [
      'https://a.example/',
      'javascript://a/{url}',
      'https://{bare}',
      'https://a.example/{url}{other}',
    ]) {
      writeFileSync(path, JSON.stringify([{ ...first, browse_link: link }]))
      expect(() => createDirectory({ path }), link).toThrow('0.browse_link')
    }
    writeFileSync(path, JSON.stringify([{ ...first, tint: 'red' }]))
    expect(() => createDirectory({ path })).toThrow('0.tint')
    writeFileSync(path, JSON.stringify([{ ...first, chrome_store: 'http://insecure.example' }]))
    expect(() => createDirectory({ path })).toThrow('0.chrome_store')
    writeFileSync(path, JSON.stringify([first, first]))
    expect(() => createDirectory({ path })).toThrow('1.id: metamask is there already')
    writeFileSync(path, JSON.stringify([first, { ...first, id: 'other', rdns: 'IO.MetaMask' }]))
    expect(() => createDirectory({ path })).toThrow('1.rdns: io.metamask is there already')
    rmSync(folder, { recursive: true, force: true })
  })
})

describe('wallets of the configuration', () => {
  const phone = {
    id: 'latchkey-demo-phone',
    name: 'Demo phone',
    badge_type: 'sandbox',
    relay: 'own',
    mobile_link: 'http://localhost:7104',
    webapp_link: 'http://localhost:7104',
    chains: ['eip155:31337'],
  }
  const listAll = (own: readonly unknown[]) => createDirectory({ own }).list({ query: {}, baseUrl: '' })

  test('default: come first, and state their relay', () => {
    const { data, count } = listAll([phone])
    expect(count).toBe(wallets.length + 1)
    expect(data[0]).toMatchObject({
      ...phone,
      order: 0,
      homepage: null,
      image_url: '/getWalletImage/latchkey-demo-phone',
    })
    expect(data[1]).toMatchObject({ id: 'metamask', relay: null })
  })

  test('behavior: a wallet replaces the one with its id or its rdns', () => {
    const { data, count } = listAll([
      { id: 'metamask', name: 'Ours', chains: ['eip155:1'], order: 10 },
      { id: 'my-rabby', name: 'My Rabby', chains: ['eip155:1'], rdns: 'IO.Rabby', relay: 'any' },
    ])
    expect(count).toBe(wallets.length)
    expect(data.slice(0, 2)).toMatchObject([
      { id: 'my-rabby', relay: 'any' },
      { id: 'metamask', name: 'Ours', mobile_link: null },
    ])
    expect(data.map(({ id }) => id)).not.toContain('rabby')
  })

  test('behavior: if a site has only one relay, the wallets that use it come first, on all pages', () => {
    const any = { id: 'both', name: 'Both', chains: ['eip155:1'], relay: 'any', order: 9_999 }
    const directory = createDirectory({ own: [{ ...phone, order: 9_998 }, any] })
    const ids = (query: Record<string, string>) =>
      directory.list({ query: { entries: '100', ...query }, baseUrl: '' }).data.map(({ id }) => id)
    const all = ids({})
    expect(all.slice(-2)).toEqual([phone.id, any.id])
    const others = all.slice(0, -2)
    expect(ids({ reach: 'own' })).toEqual([phone.id, any.id, ...others])
    expect(ids({ reach: 'public' })).toEqual([...others, any.id, phone.id])
    expect(ids({ reach: 'own', entries: '3', page: '2' })).toEqual(others.slice(1, 4))
    // Search results are ordered by relevance.
    expect(ids({ reach: 'own', search: 'wallet' })).toEqual(ids({ search: 'wallet' }))
  })

  test.each(['http://127.0.0.1:7104', 'http://phone.localhost:7104/', 'https://phone.example', 'demo://'])(
    'behavior: %s is a valid homepage',
    (mobile_link) => {
      expect(listAll([{ ...phone, mobile_link }]).data[0]).toMatchObject({ mobile_link })
    },
  )

  test.each([
    'http://phone.example',
    'http://localhost.example',
    'http://user@localhost:7104',
    'http://localhost:7104/?x=1',
    'http://localhost:7104/#x',
    'javascript://localhost',
  ])('error: %s is refused with its position', (link) => {
    for (const field of ['mobile_link', 'webapp_link'])
      expect(() => listAll([{ ...phone, [field]: link }]), field).toThrow(`directory.wallets has mistakes: 0.${field}`)
  })

  test('error: an unknown field, an unknown relay, and a duplicate wallet', () => {
    expect(() => listAll([{ ...phone, relays: 'own' }])).toThrow('directory.wallets has mistakes: 0: ')
    expect(() => listAll([{ ...phone, relay: 'public' }])).toThrow('0.relay')
    expect(() => listAll([phone, phone])).toThrow('1.id: latchkey-demo-phone is there already')
  })
})

describe('the list of the server', () => {
  test('behavior: no stock wallet claims a relay other than the public one', () => {
    for (const wallet of wallets) expect(wallet, wallet.id).not.toHaveProperty('relay')
  })

  const listed = createDirectory().list({ query: { entries: '100' }, baseUrl: '' }).data

  test('behavior: has at least 60 wallets, of every family, each with a color and a link', () => {
    expect(listed.length).toBeGreaterThanOrEqual(60)
    for (const family of ['eip155', 'solana', 'bip122'])
      expect(listed.filter(({ chains }) => chains.some((chain) => chain.startsWith(family))).length).toBeGreaterThan(9)
    for (const { tint, id } of wallets) expect(tint, id).toMatch(/^#[0-9a-f]{6}$/)
    for (const wallet of listed) {
      expect(wallet.homepage, wallet.id).toMatch(/^https:/)
      expect(wallet.mobile_link ?? wallet.injected ?? wallet.desktop_link ?? wallet.app_store, wallet.id).not.toBeNull()
      for (const name of wallet.injected ?? []) {
        expect(
          wallet.chains.some((chain) => chain.startsWith(`${name.namespace}:`)),
          wallet.id,
        ).toBe(true)
      }
      if (wallet.rdns !== null)
        expect(wallet.injected).toContainEqual({ namespace: 'eip155', injected_id: wallet.rdns })
    }
    expect(new Set(listed.map(({ order }) => order)).size).toBe(listed.length)
  })

  test('behavior: no two wallets have the same name in a page', () => {
    const names = listed.flatMap(({ injected }) =>
      (injected ?? []).map((name) => `${name.namespace} ${name.injected_id}`),
    )
    expect(new Set(names).size).toBe(names.length)
  })

  test('behavior: every wallet with phone links has them in the kit’s fixtures', () => {
    const path = '../../../../packages/core/src/walletLinks/walletLinks.fixtures.json'
    const fixtures = JSON.parse(readFileSync(new URL(path, import.meta.url), 'utf8')) as {
      wallets: { id: string; mobile_link: string | null; link_mode: string | null }[]
      browsers: { id: string; browse_link: string }[]
    }
    expect(fixtures.browsers.map(({ id, browse_link }) => ({ id, browse_link }))).toEqual(
      listed.flatMap(({ id, browse_link }) => (browse_link ? { id, browse_link } : [])),
    )
    const reachable = listed.filter(({ mobile_link, link_mode }) => mobile_link !== null || link_mode !== null)
    expect(fixtures.wallets.map(({ id, mobile_link, link_mode }) => ({ id, mobile_link, link_mode }))).toEqual(
      reachable.map(({ id, mobile_link, link_mode }) => ({ id, mobile_link, link_mode })),
    )
  })

  test('behavior: white is readable on every tile, and the tint stays on the server', () => {
    for (const { tint, name } of wallets) {
      const colours = createMonogram({ seed: 'x', label: name, tint }).match(/#[0-9a-f]{6}/g) ?? []
      expect(colours).toHaveLength(2)
      for (const colour of colours) expect(contrastWithWhite(colour), `${name} ${colour}`).toBeGreaterThanOrEqual(4.5)
    }
    expect(listed[0]).not.toHaveProperty('tint')
  })
})

describe('images', () => {
  const image = async (path: string) => {
    const response = await testApp.app.request(path, { headers: { origin: 'https://any.example' } })
    expect(response.status).toBe(200)
    expect(response.headers.get('content-type')).toBe('image/svg+xml')
    expect(response.headers.get('cache-control')).toContain('immutable')
    expect(response.headers.get('content-security-policy')).toContain("default-src 'none'")
    return response.text()
  }

  test('default', async () => {
    expect(await image('/getWalletImage/metamask')).toContain('>M</text>')
    expect(await image('/public/getAssetImage/eip155:31337')).toContain('>LO</text>')
    expect(await image('/public/getTokenImage/USDC')).toBe(coinMarks.get('USDC'))
    expect(await image('/public/getTokenImage/usdc')).toBe(coinMarks.get('USDC'))
    expect(await image('/public/getTokenImage/ARB')).toContain('>A</text>')
    expect(await image('/public/getCurrencyImage/usd')).toContain('>$</text>')
    expect(await image('/public/getCurrencyImage/eur')).toContain('>€</text>')
  })

  test('behavior: a look-alike of a symbol does not get its mark', async () => {
    for (const symbol of ['\u0415\u0422\u041d', 'u\u017fdc', 'ETH ', 'E\u200bTH', 'stETH']) {
      expect(await image(`/public/getTokenImage/${encodeURIComponent(symbol)}`), symbol).toContain('<text')
    }
  })

  test('behavior: unknown and invalid names have an image as well', async () => {
    expect(await image('/getWalletImage/never-heard-of')).toContain('<svg')
    expect(await image('/public/getTokenImage/%F0%9F%92%A9')).toContain('<circle')
    expect(await image('/public/getTokenImage/%3Cscript%3Ealert(1)%3C%2Fscript%3E')).not.toContain('<script')
  })
})

describe('coinMarks', () => {
  test('behavior: every token of the local chains and the best-known others has one', () => {
    const symbols = ['ETH', 'WETH', 'BTC', 'WBTC', 'LBTC', 'USDC', 'USDT', 'DAI', 'USDL']
    expect([...coinMarks.keys()]).toEqual([...symbols, 'SOL', 'LSOL', 'LATCH', 'AUR', 'TOLL', 'MUTE'])
    expect(new Set(coinMarks.values()).size).toBe(coinMarks.size)
  })

  test.each([...coinMarks])(
    'behavior: %s is well-formed, self-contained and has nothing executable',
    (_symbol, svg) => {
      expect(svg).toMatch(/^<svg xmlns="http:\/\/www\.w3\.org\/2000\/svg" viewBox="0 0 64 64" /)
      const open: string[] = []
      const rest = svg.replace(
        /<(\/?)([a-zA-Z]+)((?: [a-zA-Z0-9-]+="[^"<&]*")*)(\/?)>/g,
        (_tag, end, name, _rest, empty) => {
          if (end) expect(open.pop()).toBe(name)
          else if (!empty) open.push(name)
          expect(['svg', 'defs', 'linearGradient', 'stop', 'rect', 'path', 'circle', 'g', 'mask']).toContain(name)
          return ''
        },
      )
      // Every character belongs to a tag, and every tag is closed.
      expect(rest).toBe('')
      expect(open).toEqual([])
      expect(svg).not.toMatch(/href|script|style|\son[a-z]+=|data:|NaN|undefined/i)
      const ids = [...svg.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id)
      for (const [, target] of svg.matchAll(/url\(([^)]*)\)/g)) expect(ids.map((id) => `#${id}`)).toContain(target)
      for (const [, path = ''] of svg.matchAll(/ d="([^"]+)"/g)) expect(path).toMatch(/^[MmLlHhVvAaCcZz0-9 .-]+$/)
    },
  )

  test('behavior: white is visible on every color', () => {
    for (const [symbol, svg] of coinMarks) {
      for (const [, colour = ''] of svg.matchAll(/stop-color="(#[0-9a-f]{6})"/g)) {
        expect(contrastWithWhite(colour), `${symbol} ${colour}`).toBeGreaterThan(3)
      }
    }
  })
})

describe('tokenIconUrl', () => {
  const publicUrl = 'https://api.example.com/'

  test('default', () => {
    expect(tokenIconUrl({ publicUrl, symbol: 'ETH' })).toBe('https://api.example.com/public/getTokenImage/ETH')
    expect(tokenIconUrl({ publicUrl, symbol: 'USD₮' })).toBe(
      'https://api.example.com/public/getTokenImage/USD%E2%82%AE',
    )
    expect(tokenIconUrl({ publicUrl: undefined, symbol: 'ETH' })).toBeNull()
  })

  test('behavior: no symbol gives another path, or fails', () => {
    for (const symbol of ['', '..', '.', '/', '\ud800', '💩'])
      expect(tokenIconUrl({ publicUrl, symbol }), symbol).toBeNull()
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (symbol) => {
        const url = tokenIconUrl({ publicUrl, symbol })
        if (url === null) return
        expect(new URL(url).href).toBe(url)
        expect(url).toMatch(/^https:\/\/api\.example\.com\/public\/getTokenImage\/[^/?#]+$/)
      }),
    )
  })
})

describe('createMonogram', () => {
  test('behavior: the same seed gives the same tile, another seed another', () => {
    expect(createMonogram({ seed: 'a', label: 'A' })).toBe(createMonogram({ seed: 'a', label: 'A' }))
    expect(createMonogram({ seed: 'a', label: 'A' })).not.toBe(createMonogram({ seed: 'b', label: 'A' }))
  })

  test('behavior: no label breaks out of the document', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), fc.string(), (label, seed) => {
        const svg = createMonogram({ seed, label })
        const text = svg.match(/<text[^>]*>(.*)<\/text>/s)?.[1]
        expect(text === undefined ? svg.includes('<circle') : /^[\p{L}\p{N}\p{Sc}\p{M}]{1,4}$/u.test(text)).toBe(true)
        expect(svg.match(/</g)?.length).toBe(svg.includes('<circle') ? 10 : 11)
      }),
    )
  })

  test('property: white is readable on every tint, and a dark enough tint is unchanged', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 0xffffff }), (number) => {
        const tint = `#${number.toString(16).padStart(6, '0')}`
        const colours = createMonogram({ seed: '', label: 'A', tint }).match(/#[0-9a-f]{6}/g) ?? []
        expect(colours).toHaveLength(2)
        for (const colour of colours) expect(contrastWithWhite(colour), `${tint} ${colour}`).toBeGreaterThan(4.4)
      }),
    )
    expect(createMonogram({ seed: '', label: 'A', tint: '#000000' })).toMatch(/"#1c1c24"/)
  })

  test('behavior: white is readable on every color', () => {
    for (let index = 0; index < 200; index += 1) {
      const colours = createMonogram({ seed: String(index), label: 'A' }).match(/#[0-9a-f]{6}/g) ?? []
      expect(colours).toHaveLength(2)
      for (const colour of colours) expect(contrastWithWhite(colour)).toBeGreaterThan(4.4)
    }
  })
})

/** WCAG 2. */
function contrastWithWhite(colour: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((start) => {
    const part = Number.parseInt(colour.slice(start, start + 2), 16) / 255
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
  })
  return 1.05 / (0.2126 * red + 0.7152 * green + 0.0722 * blue + 0.05)
}
