import { generateKeyPairSync, sign } from 'node:crypto'
import { type IncomingMessage, request } from 'node:http'
import { json } from 'node:stream/consumers'
import { setTimeout as pause } from 'node:timers/promises'
import type { SocialAttempt } from '@latchkey/protocol/wallet'
import { newPerson, SocialLogin } from '../pages/SocialLogin.ts'
import { readWorld } from '../setup/World.ts'
import { FrameHost } from './FrameHost.ts'
import { enterCode, expect, login, test } from './walletTest.ts'

/** A remote attacker with a key and no browser, who claims to be a frame on the listed site. */
function createAttacker() {
  const { wallet, projectId, hosts } = readWorld()
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const jwk = publicKey.export({ format: 'jwk' })
  const encode = (part: object) => Buffer.from(JSON.stringify(part)).toString('base64url')
  const post = async (path: string, body: object) => {
    const claims = {
      htm: 'POST',
      htu: `${wallet}${path}`,
      jti: crypto.randomUUID(),
      iat: Math.floor(Date.now() / 1000),
    }
    const text = `${encode({ alg: 'ES256', typ: 'dpop+jwt', jwk })}.${encode(claims)}`
    const signature = sign('sha256', Buffer.from(text), { key: privateKey, dsaEncoding: 'ieee-p1363' })
    const proof = `${text}.${signature.toString('base64url')}`
    const { host, port } = new URL(wallet)
    // Node does not resolve names below `localhost`.
    const response = await new Promise<IncomingMessage>((resolve, reject) => {
      const headers = { host, 'content-type': 'application/json', origin: wallet, dpop: proof }
      request({ host: '127.0.0.1', port, path, method: 'POST', headers }, resolve)
        .on('error', reject)
        .end(JSON.stringify(body))
    })
    return { status: response.statusCode, json: await json(response) }
  }
  return {
    start: async (more: object = {}): Promise<SocialAttempt> => {
      const body = { projectId, provider: 'google', hostOrigin: hosts.good, ...more }
      return (await post('/v1/oauth/start', body)).json as SocialAttempt
    },
    /** Whether an attempt returns nothing. The server answers at once if there is a login or a refusal, and otherwise lets the request wait. */
    getsNothing: async (attemptId: string, more: object = {}) => {
      const asked = post('/v1/oauth/redeem', { attemptId, ...more })
      const answer = await Promise.race([asked, pause(3_000)])
      return answer === undefined || (answer.json as { status?: string }).status === 'pending'
    },
  }
}

test('error: finding F2: threat 150: a script in the site answers for the window of another person’s attempt: the provider does not open', async ({
  host,
  page,
  world,
}) => {
  // The wallet is on the page, and the visitor has a login at the provider.
  await host.open()
  const attacker = createAttacker()
  const { attemptId, handshake, popupUrl } = await attacker.start()
  const opened = page.context().waitForEvent('page')
  await page.evaluate(
    ({ url, wallet, go }) => {
      const button = document.createElement('button')
      button.textContent = 'Claim'
      button.onclick = () => {
        const popup = window.open(url, '', 'popup,width=420,height=720')
        // With or without a request, repeatedly.
        setInterval(() => popup?.postMessage(go, wallet), 20)
      }
      document.body.append(button)
    },
    { url: popupUrl, wallet: world.wallet, go: { k: 'ew:popup-go', attemptId, handshake } },
  )
  await page.getByRole('button', { name: 'Claim' }).click()
  const popup = await opened
  await expect(popup.getByRole('main')).toContainText('does not answer')
  expect(await popup.locator('.approve').count()).toBe(0)
  expect(new URL(popup.url()).origin).toBe(world.wallet)
  expect((await page.context().cookies()).filter(({ name }) => name.includes('oauth'))).toEqual([])
  expect(await attacker.getsNothing(attemptId)).toBe(true)
})

test('error: finding F2: threats 150, 152: without an opener or a window, the login needs a number that no frame of this browser shows', async ({
  host,
  page,
}) => {
  await host.open()
  const attacker = createAttacker()
  const detached = await attacker.start()
  const opened = page.context().waitForEvent('page')
  await page.evaluate((url) => void window.open(url, '', 'noopener'), detached.popupUrl)
  const popup = await opened
  await expect(popup.getByRole('textbox')).toBeVisible()
  await popup
    .locator('.approve')
    .click({ force: true, timeout: 5_000 })
    .catch(() => {})
  await popup.waitForTimeout(1_000)
  await popup.locator('.approve').click({ force: true })
  expect(new URL(popup.url()).pathname).toBe('/popup/oauth')
  expect(await attacker.getsNothing(detached.attemptId, { isDetached: true })).toBe(true)
  await popup.close()

  const redirected = await attacker.start({ returnUrl: `${readWorld().hosts.good}/` })
  await page.goto(redirected.popupUrl)
  await expect(page.getByRole('textbox')).toBeVisible()
  await page.waitForTimeout(1_000)
  await page.locator('.approve').click({ force: true })
  expect(new URL(page.url()).pathname).toBe('/popup/oauth')
  expect(await attacker.getsNothing(redirected.attemptId)).toBe(true)
})

test('behavior: finding F2: threat 150: the same window, opened for the frame’s own attempt, is trusted, and still waits for the click', async ({
  host,
  page,
  world,
}) => {
  await host.open()
  const { popupUrl, attemptId } = (await host.ask('socialStart', { provider: 'google' })) as SocialAttempt
  const opened = page.context().waitForEvent('page')
  await page.evaluate((url) => void window.open(url, '', 'popup,width=420,height=720'), popupUrl)
  const popup = await opened
  await expect(popup.locator('.approve:not([data-arming])')).toBeVisible()
  await popup.waitForTimeout(2_000)
  expect(new URL(popup.url()).origin).toBe(world.wallet)
  const social = new SocialLogin(popup)
  await social.goOn(popup)
  const name = newPerson()
  const connected = host.ask('connectSocial', { attemptId })
  await social.signInAs({ popup, name })
  expect(await connected).toMatchObject({ userName: name })
})

test('behavior: finding F2: threats 153, 154: the owner gets a mail about a new device, and its link ends only that login', async ({
  host,
  mail,
  page,
  browser,
}) => {
  await host.open()
  await login({ host, mail })
  const context = await browser.newContext()
  const thief = new FrameHost(await context.newPage())
  await thief.open()
  // Two mails to one address must be 30 s apart.
  await page.waitForTimeout(31_000)
  await enterCode({ host: thief, mail })
  const link = await mail.link('/w/login#')
  expect(await thief.request('getUser')).toBeDefined()

  const opened = await page.context().newPage()
  await opened.goto(link)
  await expect(opened.getByRole('main')).toContainText(readWorld().hosts.good)
  expect(opened.url()).not.toContain('#')
  await opened.getByRole('button', { name: 'End this login' }).click()
  await expect(opened.getByRole('heading', { name: 'Login ended' })).toBeVisible()
  await expect.poll(async () => (await thief.ask('isConnected')) as object).toMatchObject({ isConnected: false })
  expect(await host.ask('isConnected')).toMatchObject({ isConnected: true })
  await opened.goto('about:blank')
  await opened.goto(link)
  await expect(opened.getByRole('heading', { name: 'This link no longer works' })).toBeVisible()
  await context.close()
})
