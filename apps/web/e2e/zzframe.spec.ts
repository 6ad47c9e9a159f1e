import { appendFileSync } from 'node:fs'
import { oauthProviders } from '@latchkey/protocol'
import { expect, test } from './fixtures.ts'
import { otherName } from './otherName.ts'
import { newPerson, SocialLogin } from './pages/SocialLogin.ts'

const rounds = Number(process.env.ROUNDS ?? 6)
for (let n = 0; n < rounds; n++) {
  test(`round ${n}`, async ({ browser, world }) => {
    const context = await browser.newContext({ baseURL: world.site, viewport: { width: 1280, height: 860 } })
    const lines: string[] = []
    const t0 = Date.now()
    const log = (text: string) => lines.push(`${Date.now() - t0} ${text}`)
    const page = await context.newPage()
    page.on('console', (m) => log(`console ${m.text()}`))
    page.on('pageerror', (m) => log(`pageerror ${m.message}`))
    context.on('request', (r) => r.url().includes('wallet.localhost') && log(`> ${r.method()} ${r.url()}`))
    context.on('requestfinished', (r) => r.url().includes('wallet.localhost') && log(`< ${r.url()}`))
    context.on('requestfailed', (r) => r.url().includes('wallet.localhost') && log(`!! ${r.url()} ${r.failure()?.errorText}`))
    page.on('popup', () => log('popup'))
    page.on('frameattached', () => log('frameattached'))
    page.on('framenavigated', (f) => log(`framenavigated ${f.url()}`))
    await context.addInitScript(() => {
      const say = (t: string) => console.log(`[${location.origin}${location.pathname}] ${Math.round(performance.now())} vis=${document.visibilityState} ${t}`)
      if (!/localhost|127/.test(location.host)) return
      say('start')
      addEventListener('message', ({ data }) => data?.k && say(`message ${data.k} ${data.event?.name ?? ''}`))
      const open = window.open
      window.open = (...args) => { say('open'); const w = open.apply(window, args); say('opened'); return w }
      document.addEventListener('visibilitychange', () => say('visibilitychange'))
      document.addEventListener('DOMContentLoaded', () => say('DOMContentLoaded'))
    })
    const slow: string[] = []
    try {
      for (const site of [world.site, otherName(world.site)]) {
        const provider = oauthProviders[n % oauthProviders.length]!
        const social = new SocialLogin(page)
        log(`goto ${site}`)
        await page.goto(site)
        await social.openModal()
        log('start')
        const begun = Date.now()
        const popup = await social.start(provider)
        const closed = popup.waitForEvent('close')
        await popup.waitForURL(new RegExp(world.identity))
        log('led')
        const took = Date.now() - begun
        if (took > 3000) slow.push(`${site} ${took}`)
        await social.signInAs({ popup, name: newPerson() })
        await closed
        await expect(page.getByRole('banner').first().getByRole('button', { name: /^Account/ })).toBeVisible()
        log(`took ${took}`)
      }
      console.log(lines.filter((l) => / took /.test(l)).join(' | '))
    } catch (error) {
      slow.push(String(error))
      throw error
    } finally {
      if (slow.length || process.env.ALL) appendFileSync('/tmp/zzframe.log', `=== round ${n} ${slow.join()}\n${lines.join('\n')}\n`)
      await context.close()
    }
  })
}
