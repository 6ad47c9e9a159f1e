import { expect, type FrameLocator, type Page } from '@playwright/test'
import { patience } from '../../../../scripts/lib/patience.mjs'
import type { Mail } from '../Mail.ts'
import { readWorld } from '../setup/World.ts'
import { addPasskeys } from '../wallet/addPasskeys.ts'
import type { WalletModal } from './WalletModal.ts'

/** The embedded wallet as a visitor of the site meets it: the email field of the modal, and the wallet's own cards. */
export class EmbeddedWallet {
  readonly page: Page
  readonly frame: FrameLocator

  constructor(page: Page) {
    this.page = page
    this.frame = page.frameLocator(`iframe[src^="${readWorld().wallet}"]`)
  }

  button(name: string | RegExp) {
    return this.frame.getByRole('button', { name })
  }

  /** Asks for a code and types it; what comes next (connected, or a recovery) is the caller's. */
  async enterCode(mail: Mail, options: { shows?: string } = {}) {
    await this.page.getByRole('banner').first().getByRole('button', { name: 'Connect wallet' }).click()
    await this.enterCodeInModal(mail, options)
  }

  /** The same in a modal that is open already. `shows` stands on the card before the code is typed. */
  async enterCodeInModal(mail: Mail, { shows }: { shows?: string } = {}) {
    const { page, frame } = this
    await page.getByRole('textbox', { name: 'Email address' }).fill(mail.address)
    const field = frame.getByLabel('Six-digit code')
    // Within half a minute of the last mail the address must wait; the modal says so.
    await expect(async () => {
      // A busy machine shows the card late, and the button is gone then.
      if (!(await field.isVisible()))
        await page.getByRole('button', { name: 'Continue with email' }).click({ timeout: 3000 })
      await field.waitFor({ timeout: 3000 })
    }).toPass({ timeout: 45_000 })
    if (shows) await expect(frame.locator('body')).toContainText(shows)
    await field.fill(await mail.code())
  }

  /** Opens the receive view of a new wallet and goes on to the wallet's card, which offers ways to protect it. */
  async receive(modal: WalletModal) {
    await modal.accountButton.click()
    await modal.button('Receive').first().click()
    await this.beginProtection(modal)
  }

  /** Goes on from a view that wants a protected wallet to the wallet's card, which offers ways to protect it. */
  async beginProtection(modal: WalletModal) {
    const card = this.button('Create a passkey')
    // The card comes by itself when the kit does not know yet whether there is a way.
    await expect(async () => {
      if (!(await card.isVisible())) await modal.button('Protect this wallet').click({ timeout: 1000 })
      await card.waitFor({ timeout: 3000 })
    }).toPass({ timeout: patience })
  }

  /** Gives the page an authenticator that makes passkeys. */
  addPasskeys() {
    return addPasskeys(this.page)
  }

  /** Opens the wallet's own window for a page that the security card leads to. */
  async openSecurityWindow(): Promise<Page> {
    const popup = this.page.waitForEvent('popup')
    await this.button('Open security window').click()
    const page = await popup
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    return page
  }

  /** Approves what moves money, or signs what lets it be moved, in the wallet's own window, once it shows the given texts. */
  async approveInWindow({
    shows = [],
    read,
  }: {
    shows?: readonly string[]
    /** Looks at the window before it is approved. */
    read?: (window: Page) => Promise<void>
  } = {}) {
    const opened = this.page.waitForEvent('popup')
    await this.button('Review in a secure window').click()
    const popup = await opened
    for (const text of shows) await expect(popup.locator('body')).toContainText(text)
    await read?.(popup)
    const approve = popup.getByRole('button', { name: /^(Approve|Sign|Allow|End)/ })
    // Comes into view first: scrolling begins the wait anew.
    await approve.hover()
    await expect(approve).toBeEnabled()
    // The window closes itself with the decision.
    const closed = popup.waitForEvent('close')
    await approve.click()
    await closed
  }
}
