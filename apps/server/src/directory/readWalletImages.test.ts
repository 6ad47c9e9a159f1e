import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createTestApp, type TestApp } from '../testing/createTestApp.ts'
import { createTestContext, type TestContext } from '../testing/createTestContext.ts'
import { testProjectId } from '../testing/testProjectId.ts'
import { readWalletImages } from './readWalletImages.ts'

const png = new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 13])
const svg = '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'

describe('readWalletImages', () => {
  let folder = ''
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'latchkey-images-'))
  })
  afterEach(() => rmSync(folder, { recursive: true, force: true }))
  const write = (name: string, content: string | Uint8Array) => writeFileSync(join(folder, name), content)

  test('default', () => {
    write('metamask.svg', `<?xml version="1.0"?>\n<!-- made by hand -->\n${svg}`)
    write('rabby.png', png)
    write('.DS_Store', 'x')
    const images = readWalletImages({ folder })
    expect([...images].map(([id, { contentType }]) => [id, contentType])).toEqual([
      ['metamask', 'image/svg+xml'],
      ['rabby', 'image/png'],
    ])
    expect(images.get('rabby')?.version).toMatch(/^[0-9a-f]{8}$/)
    expect(images.get('rabby')?.version).not.toBe(images.get('metamask')?.version)
    expect(readWalletImages({ folder: undefined }).size).toBe(0)
  })

  test('error: every file that is not a picture is reported', () => {
    write('a.gif', 'GIF89a')
    write('b.png', svg)
    write('c.svg', '<html><svg></svg></html>')
    write('d.svg', 'x'.repeat(256 * 1024 + 1))
    write('e.svg', svg)
    write('e.png', png)
    write('F.svg', svg)
    mkdirSync(join(folder, 'g.svg'))
    let message = ''
    try {
      readWalletImages({ folder })
    } catch (error) {
      message = String(error)
    }
    for (const part of [
      'a.gif: name it',
      'b.png: is no png',
      'c.svg: is no svg',
      'd.svg: is larger',
      'e.svg: there is',
      'F.svg: name it',
      'g.svg: is no file',
    ])
      expect(message).toContain(part)
    expect(message).not.toContain('e.png')
  })
})

describe('the operator’s pictures', () => {
  const folder = mkdtempSync(join(tmpdir(), 'latchkey-images-'))
  let context: TestContext
  let testApp: TestApp
  beforeAll(async () => {
    writeFileSync(join(folder, 'metamask.svg'), svg)
    writeFileSync(join(folder, 'my-own.png'), png)
    context = await createTestContext({ config: { directory: { images: folder } } })
    testApp = await createTestApp({ context })
  })
  afterAll(async () => {
    await context.stop()
    rmSync(folder, { recursive: true, force: true })
  })

  test('default: served with their type, in a sandbox', async () => {
    const response = await testApp.app.request('/getWalletImage/metamask')
    expect(response.status).toBe(200)
    expect(response.headers.get('content-type')).toBe('image/svg+xml')
    expect(response.headers.get('content-security-policy')).toMatch(/default-src 'none';.*sandbox$/)
    expect(response.headers.get('x-content-type-options')).toBe('nosniff')
    expect(response.headers.get('cache-control')).toContain('immutable')
    expect(await response.text()).toBe(svg)
    const other = await testApp.app.request('/getWalletImage/my-own?v=1')
    expect(other.headers.get('content-type')).toBe('image/png')
    expect(new Uint8Array(await other.arrayBuffer())).toEqual(png)
  })

  test('behavior: their URL changes with their content, and other wallets get the drawn tile', async () => {
    const response = await testApp.app.request(`/getWallets?projectId=${testProjectId}&include=metamask,rabby`)
    const { data } = (await response.json()) as { data: { image_url: string }[] }
    expect(data[0]?.image_url).toMatch(/\/getWalletImage\/metamask\?v=[0-9a-f]{8}$/)
    expect(data[1]?.image_url).toMatch(/\/getWalletImage\/rabby$/)
    expect(await (await testApp.app.request('/getWalletImage/rabby')).text()).toContain('>R</text>')
    expect(await (await testApp.app.request('/public/getTokenImage/metamask')).text()).toContain('<text')
  })
})
