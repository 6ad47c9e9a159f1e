import { expect, reactMajors, test, walletName } from './hostTest.ts'
import { readLeaks, watchLeaks } from './watchLeaks.ts'

for (const react of reactMajors)
  test(`behavior: React ${react} hydrates a server's page, connects, disconnects and unmounts`, async ({
    page,
    host,
    modal,
    wallet,
    watch,
  }) => {
    await watchLeaks(page)
    await host.open({ react })
    await expect(page.locator('html')).toHaveAttribute('data-react', new RegExp(`^${react}\\.`))
    const [address] = await wallet.addresses()

    await test.step('on load the page sends no other requests', async () => {
      await expect
        .poll(() => host.kitButtons.evaluateAll((all) => all.every(({ shadowRoot }) => shadowRoot)))
        .toBe(true)
      const elsewhere = watch.requests.filter((url) => !url.startsWith(new URL(page.url()).origin) && /^http/.test(url))
      expect(elsewhere).toEqual([])
      expect(
        watch.requests.filter((url) => /modal/i.test(url)),
        'the modal’s code',
      ).toEqual([])
    })

    await test.step('connect, see the account, disconnect', async () => {
      await modal.connect(walletName)
      await expect(host.output('Address')).toHaveText(address ?? 'nobody')
      await modal.accountButton.click()
      await expect(modal.title('Account')).toBeVisible()
      await expect(modal.button('Receive').first()).toBeVisible()
      await modal.button('Disconnect').click()
      await expect(host.output('Address')).toBeEmpty()
    })

    await test.step('unmounted, it leaves nothing behind', async () => {
      await modal.connect(walletName)
      await modal.accountButton.click()
      await expect(modal.title('Account')).toBeVisible()
      // While it is mounted, it listens to other tabs and to wallets that announce themselves.
      const { listeners } = await readLeaks(page)
      expect(listeners).toEqual(expect.arrayContaining(['window storage', 'window eip6963:announceProvider']))
      // The dialog makes the page inert, but the page can unmount at any time.
      await page.evaluate(() => document.getElementById('unmount')?.click())
      await expect(page.locator('latchkey-modal')).toHaveCount(0)
      await expect(page.locator('latchkey-button')).toHaveCount(0)
      await expect.poll(() => readLeaks(page)).toEqual({ listeners: [], intervals: 0, streams: 0 })
      expect(await page.evaluate(() => document.documentElement.style.cssText)).toBe('')
    })
  })
