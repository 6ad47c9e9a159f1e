import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createTestApp, type TestApp } from '../testing/createTestApp.ts'
import { createTestContext, type TestContext, testProjectId } from '../testing/createTestContext.ts'
import { createDirectory } from './createDirectory.ts'
import { createMonogram } from './createMonogram.ts'
import wallets from './wallets.json' with { type: 'json' }

let context: TestContext
let testApp: TestApp
beforeAll(async () => {
  context = await createTestContext()
  testApp = await createTestApp({ context })
})
afterAll(() => context.stop())

async function list(query: string) {
  const response = await testApp.app.request(`/getWallets?projectId=${testProjectId}&${query}`)
  expect(response.status).toBe(200)
  const { data, count } = (await response.json()) as { data: { id: string; image_url: string }[]; count: number }
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

  test('behavior: search, include, exclude and networks narrow it', async () => {
    expect((await list('search=RAIN')).ids).toEqual(['rainbow'])
    expect((await list('search=me.rainbow')).ids).toEqual(['rainbow'])
    expect((await list('include=rabby,io.metamask')).ids).toEqual(['metamask', 'rabby'])
    expect((await list('exclude=metamask,io.rabby')).ids).not.toContain('metamask')
    expect((await list('exclude=metamask,io.rabby')).ids).not.toContain('rabby')
    const bitcoin = (await list('chains=bip122:000000000019d6689c085ae165831e93')).ids
    expect(bitcoin).toContain('xverse')
    expect(bitcoin).not.toContain('rainbow')
    expect((await list('chains=eip155:31337')).ids).toContain('metamask')
    expect((await list('badge_type=featured')).count).toBe(0)
    expect((await list('search=nothing+like+this')).count).toBe(0)
  })

  test('error: counts that are none', async () => {
    const response = await testApp.app.request(`/getWallets?projectId=${testProjectId}&entries=-1`)
    expect(response.status).toBe(400)
  })

  test('error: a file with a dangerous link or a wallet twice is refused with its place', () => {
    const folder = mkdtempSync(join(tmpdir(), 'latchkey-directory-'))
    const path = join(folder, 'wallets.json')
    const [first] = wallets
    for (const link of ['javascript://alert(1)', 'data://x', 'intent://x', 'http://x', 'wallet']) {
      writeFileSync(path, JSON.stringify([{ ...first, mobile_link: link }]))
      expect(() => createDirectory({ path }), link).toThrow('0.mobile_link')
    }
    writeFileSync(path, JSON.stringify([{ ...first, chrome_store: 'http://insecure.example' }]))
    expect(() => createDirectory({ path })).toThrow('0.chrome_store')
    writeFileSync(path, JSON.stringify([first, first]))
    expect(() => createDirectory({ path })).toThrow('1.id: metamask is there already')
    rmSync(folder, { recursive: true, force: true })
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
    expect(await image('/public/getTokenImage/USDC')).toContain('>U</text>')
    expect(await image('/public/getCurrencyImage/usd')).toContain('>$</text>')
    expect(await image('/public/getCurrencyImage/eur')).toContain('>€</text>')
  })

  test('behavior: what is unknown, or no name at all, has an image too', async () => {
    expect(await image('/getWalletImage/never-heard-of')).toContain('<svg')
    expect(await image('/public/getTokenImage/%F0%9F%92%A9')).toContain('<circle')
    expect(await image('/public/getTokenImage/%3Cscript%3Ealert(1)%3C%2Fscript%3E')).not.toContain('<script')
  })
})

describe('createMonogram', () => {
  test('behavior: the same seed gives the same tile, another one another', () => {
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

  test('behavior: white is readable on every colour', () => {
    for (let index = 0; index < 200; index += 1) {
      const colours = createMonogram({ seed: String(index), label: 'A' }).match(/#[0-9a-f]{6}/g) ?? []
      expect(colours).toHaveLength(2)
      for (const colour of colours) {
        const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((start) => {
          const part = Number.parseInt(colour.slice(start, start + 2), 16) / 255
          return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
        })
        expect(1.05 / (0.2126 * red + 0.7152 * green + 0.0722 * blue + 0.05)).toBeGreaterThan(4.4)
      }
    }
  })
})
