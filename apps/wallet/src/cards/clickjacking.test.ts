import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { type Browser, chromium } from '@playwright/test'
import { afterAll, beforeAll, describe, type TestContext, test, vi } from 'vitest'
import { chromiumFlags, findChromium } from '../../../../scripts/lib/chromium.mjs'
import { isFull } from '../../../../scripts/lib/fuzz.mjs'
import { bundleEntry } from '../../vite/bundleEntry.ts'

// A host page on 127.0.0.1 frames the approval card of localhost, another site, in a real Chromium with a real mouse. The cases mostly
// wait, so several run at once, each on its own page.
vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 })

/** Cases that the browser engine distinguishes and our code does not: one of each kind, and all of them in the full tier. */
const oneOf = <T>(cases: readonly T[]): readonly T[] => (isFull ? cases : cases.slice(0, 1))

let server: Server
let browser: Browser
let host: string
let frame: string

beforeAll(async () => {
  const root = join(import.meta.dirname, '../..')
  const code = await bundleEntry({ root, entry: join(root, 'gallery/scene.tsx'), format: 'es' })
  server = createServer((request, response) => {
    const isScript = request.url === '/scene.js'
    response.setHeader('content-type', isScript ? 'text/javascript' : 'text/html; charset=utf-8')
    if (isScript) response.end(code)
    else if (request.url?.startsWith('/scene'))
      response.end('<!doctype html><div id="root"></div><script type="module" src="/scene.js"></script>')
    else response.end('<!doctype html><body style="margin:0">')
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  host = `http://127.0.0.1:${port}/`
  frame = `http://localhost:${port}/scene?scene=approve-send`
  const executablePath = findChromium()
  browser = await chromium.launch({ ...(executablePath === undefined ? {} : { executablePath }), args: chromiumFlags })
}, 60_000)
afterAll(async () => {
  await browser?.close()
  await new Promise((resolve) => server.close(resolve))
})

/** A host page with the card in it; `style` is the host's CSS. */
async function open({
  onTestFinished,
  style = '',
  hidden = false,
}: Pick<TestContext, 'onTestFinished'> & { style?: string; hidden?: boolean }) {
  const page = await browser.newPage({ viewport: { width: 900, height: 700 } })
  onTestFinished(() => page.close())
  await page.goto(host)
  await page.evaluate(
    ({ frame, style, hidden }) => {
      const state = globalThis as unknown as { approvals: number }
      state.approvals = 0
      addEventListener('message', ({ data }) => {
        if (data.approved) state.approvals++
      })
      document.body.innerHTML = `<div id="around"><iframe id="wallet" title="Wallet" src="${frame}" style="position:fixed;left:200px;top:40px;width:360px;height:600px;border:0;border-radius:24px;${hidden ? 'visibility:hidden;' : ''}${style}"></iframe></div>`
    },
    { frame, style, hidden },
  )
  const card = page.frameLocator('#wallet')
  await card.locator('.approve').waitFor({ state: 'attached' })
  const armed = () => card.locator('.approve:not([data-arming])').waitFor({ timeout: 25_000 })
  const click = ({ x, y }: { x: number; y: number }) => page.mouse.click(x, y)
  /** The center of the approve button on the screen, as the host can know it. */
  const aim = async () => {
    const box = await card.locator('.approve').boundingBox()
    if (box === null) throw new Error('The button is not on the page')
    return { x: box.x + box.width / 2, y: box.y + box.height / 2 }
  }
  return {
    page,
    card,
    armed,
    aim,
    click,
    /** Number of approvals that the frame reported. */
    approvals: () => page.evaluate(() => (globalThis as unknown as { approvals: number }).approvals),
    /** Like a visitor: the mouse moves to the button, the button is armed, a click. */
    approveByHand: async () => {
      const { x, y } = await aim()
      await page.mouse.move(x, y, { steps: 4 })
      await armed()
      await click({ x, y })
    },
    /** Long enough for an arming that must not happen. */
    wouldBeArmed: () => page.waitForTimeout(1200),
  }
}

describe.concurrent('an honest host', () => {
  test('default: a visible card that is clicked is approved', async ({ expect, onTestFinished }) => {
    const { armed, approvals, approveByHand } = await open({ onTestFinished })
    await armed()
    await approveByHand()
    await expect.poll(approvals).toBe(1)
  })

  test('behavior: also in a dialog of the top layer, over a blurred page', async ({ expect, onTestFinished }) => {
    const { page, armed, approvals, approveByHand } = await open({ onTestFinished })
    await page.evaluate(() => {
      const dialog = document.createElement('dialog')
      dialog.style.cssText =
        'padding:0;border:0;inset:0;margin:auto;width:360px;height:600px;border-radius:24px;overflow:hidden'
      const wallet = document.querySelector<HTMLIFrameElement>('#wallet')
      if (wallet === null) throw new Error('The page has no frame')
      wallet.style.cssText = 'width:360px;height:600px;border:0;display:block'
      dialog.append(wallet)
      document.body.append(dialog)
      dialog.showModal()
    })
    await armed()
    await approveByHand()
    await expect.poll(approvals).toBe(1)
  })
})

/** Attacks of a hostile page on the frame, as its style or the style of its container. */
const faded: Record<string, string> = {
  'a frame that is almost transparent': 'opacity:.05',
  'a frame that is a little transparent': 'opacity:.97',
  'a frame that is scaled down': 'transform:scale(.4)',
  'a frame that is turned': 'transform:rotate(4deg)',
  'a frame behind a filter': 'filter:contrast(.2)',
  'a frame that is clipped to its button': 'clip-path:inset(520px 0 0 180px)',
  'a frame that blends into the page': 'mix-blend-mode:multiply',
  'a frame that is half off the screen': 'left:-150px',
}

describe.concurrent('behavior: threat 12: a host that hides the card gets no approval', () => {
  test.for(oneOf(Object.entries(faded)))('%s', async ([, style], { expect, onTestFinished }) => {
    const { card, aim, click, approvals, wouldBeArmed } = await open({ onTestFinished, style })
    await wouldBeArmed()
    await expect.poll(() => card.locator('.approve').getAttribute('data-arming')).toBe('')
    await click(await aim())
    expect(await approvals()).toBe(0)
  })

  test.for(
    oneOf([
      ['over the amounts alone', 'left:200px;top:120px;width:360px;height:200px'],
      ['over everything but the button', 'left:200px;top:40px;width:360px;height:520px'],
      ['over a corner of the card', 'left:520px;top:40px;width:60px;height:40px'],
      ['over the button, letting clicks through', 'left:380px;top:560px;width:180px;height:80px'],
    ]),
  )('something %s', async ([, place], { expect, onTestFinished }) => {
    const { page, aim, click, approvals, wouldBeArmed } = await open({ onTestFinished })
    await page.evaluate((place) => {
      const lid = document.createElement('div')
      lid.style.cssText = `position:fixed;z-index:9;background:#222;pointer-events:none;${place}`
      lid.textContent = 'Win a prize'
      document.body.append(lid)
    }, place)
    await wouldBeArmed()
    await click(await aim())
    expect(await approvals()).toBe(0)
  })

  test('a cover that appears after the button is armed', async ({ expect, onTestFinished }) => {
    const { page, card, armed, aim, click, approvals } = await open({ onTestFinished })
    await armed()
    await page.evaluate(() => {
      const lid = document.createElement('div')
      lid.popover = 'manual'
      lid.style.cssText =
        'position:fixed;left:200px;top:100px;width:360px;height:300px;margin:0;border:0;pointer-events:none'
      document.body.append(lid)
      lid.showPopover()
    })
    await card.locator('.approve[data-arming]').waitFor({ timeout: 10_000 })
    await click(await aim())
    expect(await approvals()).toBe(0)
  })

  // Nearer than that, the pointer is on the button already; beyond 100 px it comes from outside of the frame.
  test.for(oneOf([80, 90, 160, 300]))(
    'a frame that is pushed %i px under the pointer',
    async (distance, { expect, onTestFinished }) => {
      const { page, armed, aim, click, approvals } = await open({ onTestFinished })
      await armed()
      const { x, y } = await aim()
      const target = { x: x + distance, y }
      await page.mouse.move(target.x, target.y)
      await page.evaluate((left) => {
        const wallet = document.querySelector<HTMLElement>('#wallet')
        if (wallet !== null) wallet.style.left = `${left}px`
      }, 200 + distance)
      await click(target)
      expect(await approvals()).toBe(0)
    },
  )
})

// A limit of the browser engine: Chromium's `isVisible` ignores masks (seen in 156). The protection is that only the origins of a
// project may hold the frame, see `docs/security.md`. If this test fails, the engine has learned it.
test('behavior: threat 12: limit: the engine does not see a mask on the frame', async ({ expect, onTestFinished }) => {
  const { page, armed } = await open({ onTestFinished, style: 'mask-image:linear-gradient(transparent,transparent)' })
  await armed()
  expect(await page.locator('#wallet').evaluate((element) => getComputedStyle(element).maskImage)).toContain('gradient')
})

describe.concurrent('behavior: threat 13: a click that was meant for something else', () => {
  test('the card is uncovered right under it', async ({ expect, onTestFinished }) => {
    const { page, aim, click, approvals, wouldBeArmed } = await open({ onTestFinished, hidden: true })
    await wouldBeArmed()
    const target = await aim()
    await page.mouse.move(target.x, target.y)
    await page.evaluate(() => {
      const wallet = document.querySelector<HTMLElement>('#wallet')
      if (wallet !== null) wallet.style.visibility = 'visible'
    })
    await click(target)
    expect(await approvals()).toBe(0)
  })

  test('the first half of a double-click uncovers the card for the second', async ({ expect, onTestFinished }) => {
    const { page, aim, approvals, wouldBeArmed } = await open({ onTestFinished })
    await page.evaluate(() => {
      const lid = document.createElement('div')
      lid.style.cssText = 'position:fixed;inset:0;background:#222'
      lid.addEventListener('mousedown', () => lid.remove())
      document.body.append(lid)
    })
    await wouldBeArmed()
    const { x, y } = await aim()
    await page.mouse.dblclick(x, y)
    expect(await approvals()).toBe(0)
  })
})

describe.concurrent('behavior: threat 14: a synthetic click', () => {
  test('neither from inside the frame nor from the host', async ({ expect, onTestFinished }) => {
    const { page, armed, approvals, card } = await open({ onTestFinished })
    await armed()
    await card.getByRole('button', { name: 'Approve', exact: true }).evaluate((element: HTMLElement) => {
      const init = { bubbles: true, pointerId: 1, button: 0, detail: 1 }
      element.dispatchEvent(new PointerEvent('pointerdown', init))
      element.dispatchEvent(new PointerEvent('pointerup', init))
      element.click()
    })
    await page.evaluate(() => document.querySelector<HTMLElement>('#wallet')?.click())
    expect(await approvals()).toBe(0)
  })
})
