import type { Page } from '@playwright/test'
import { sentCount, waitForBlock } from './chain.ts'
import { expect, walletName } from './fixtures.ts'
import { test } from './ownAccount.ts'

/** The keys of a keyboard, and the names that a screen reader announces. */
class Keyboard {
  readonly page: Page

  constructor(page: Page) {
    this.page = page
  }

  /** Returns the accessible name of the focused element, through every shadow root; empty without a focus. */
  focusedName(): Promise<string> {
    return this.page.evaluate(() => {
      let element = document.activeElement
      while (element?.shadowRoot?.activeElement) element = element.shadowRoot.activeElement
      if (!element || element === document.body) return ''
      const labels = 'labels' in element ? [...((element as HTMLInputElement).labels ?? [])] : []
      const text = element.getAttribute('aria-label') ?? labels[0]?.textContent ?? element.textContent ?? ''
      return text.replace(/\s+/g, ' ').trim()
    })
  }

  press(key: string): Promise<void> {
    return this.page.keyboard.press(key)
  }

  type(text: string): Promise<void> {
    return this.page.keyboard.type(text)
  }

  /** Presses the key until an element with that name has the focus. */
  async tabTo(name: RegExp, { key = 'Tab' }: { key?: 'Tab' | 'ArrowDown' } = {}): Promise<void> {
    const passed: string[] = []
    for (let step = 0; step < 60; step++) {
      const focused = await this.focusedName()
      if (name.test(focused)) return
      passed.push(focused)
      await this.press(key)
    }
    throw new Error(`No ${name} among ${passed.join(' | ')}`)
  }

  async choose(name: RegExp): Promise<void> {
    await this.tabTo(name)
    await this.press('Enter')
  }
}

test('behavior: connect, send, switch and disconnect with the keyboard alone', async ({
  page,
  world,
  site,
  modal,
  wallet,
  owner,
}) => {
  const [, , , dan] = world.accounts
  const [one, two] = world.chains
  if (!dan || !one || !two) throw new Error('The world is incomplete')
  const keyboard = new Keyboard(page)

  await test.step('connect', async () => {
    await site.open('/')
    await site.connectButton.waitFor()
    await keyboard.choose(/^Connect wallet$/)
    await expect(modal.dialog).toBeVisible()
    // A list is one tab stop; arrows move within it.
    await keyboard.tabTo(/^WalletConnect/)
    await keyboard.tabTo(new RegExp(walletName), { key: 'ArrowDown' })
    await keyboard.press('Enter')
    await expect(modal.accountButton).toBeVisible()
    await expect(modal.dialog).toBeHidden()
    // The focus does not jump to the top of the page.
    await expect.poll(() => keyboard.focusedName()).toMatch(/^Account /)
  })

  await test.step('the dialog keeps the focus, and Escape returns it', async () => {
    await keyboard.press('Enter')
    await expect(modal.title('Account')).toBeVisible()
    for (let step = 0; step < 30; step++) {
      await keyboard.press('Tab')
      // The body stands for the browser's own controls, which are in the tab order.
      expect(await page.evaluate(() => document.activeElement?.localName)).toMatch(/^(latchkey-modal|body)$/)
    }
    await keyboard.press('Escape')
    await expect(modal.dialog).toBeHidden()
    await expect.poll(() => keyboard.focusedName()).toMatch(/^Account /)
  })

  await test.step('send', async () => {
    const before = await sentCount({ url: one.rpcUrl, address: owner.address })
    await keyboard.press('Enter')
    await keyboard.choose(/^Send$/)
    await keyboard.tabTo(/^Amount/)
    await keyboard.type('0.0137')
    await keyboard.tabTo(/^To$/)
    await keyboard.type(dan.address)
    await keyboard.choose(/^Review$/)
    await expect(modal.title('Review')).toBeVisible()
    await keyboard.choose(/^Confirm/)
    await waitForBlock({ url: one.rpcUrl, address: owner.address, before })
    await expect(modal.dialog).toContainText('The network has confirmed it.')
    await keyboard.choose(/^Done$/)
    await keyboard.press('Escape')
    await expect(modal.dialog).toBeHidden()
  })

  await test.step('switch the network', async () => {
    await keyboard.choose(/^Network: /)
    await expect(modal.title('Networks')).toBeVisible()
    // The whole list is one tab stop; the arrows move inside it.
    await keyboard.tabTo(new RegExp(`^${one.name}`))
    await keyboard.tabTo(new RegExp(`^${two.name}`), { key: 'ArrowDown' })
    await keyboard.press('Enter')
    await wallet.waitForRequest({ method: 'wallet_switchEthereumChain' })
    await expect(modal.networkButton.and(page.getByRole('button', { name: `Network: ${two.name}` }))).toBeVisible()
  })

  await test.step('disconnect', async () => {
    if (await modal.dialog.isVisible()) await keyboard.press('Escape')
    await keyboard.choose(/^Account /)
    await keyboard.choose(/^Disconnect$/)
    await expect(site.connectButton).toBeVisible()
  })
})
