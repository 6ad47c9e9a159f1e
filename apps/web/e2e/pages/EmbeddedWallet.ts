import { expect, type FrameLocator, type Page } from '@playwright/test'
import { patience } from '../../../../scripts/lib/patience.mjs'
import type { Mail } from '../Mail.ts'
import { readWorld } from '../setup/World.ts'
import { addPasskeys } from '../wallet/addPasskeys.ts'
import type { WalletModal } from './WalletModal.ts'

/** The embedded wallet from the view of a visitor: the email field of the modal, and the wallet's cards. */
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

  /** Requests a code and enters it. The caller handles the next step (connected, or a recovery). */
  async enterCode(mail: Mail, options: { shows?: string } = {}) {
    await this.page.getByRole('banner').first().getByRole('button', { name: 'Connect wallet' }).click()
    await this.enterCodeInModal(mail, options)
  }

  /** Does the same in an open modal. The card must show `shows` before the code is entered. */
  async enterCodeInModal(mail: Mail, { shows }: { shows?: string } = {}) {
    const { page, frame } = this
    await page.getByRole('textbox', { name: 'Email address' }).fill(mail.address)
    const field = frame.getByLabel('Six-digit code')
    // An address must wait for 30 s after its last mail; the modal shows the wait.
    await expect(async () => {
      // A busy machine shows the card late, when the button is already gone.
      if (!(await field.isVisible()))
        await page.getByRole('button', { name: 'Continue with email' }).click({ timeout: 3000 })
      await field.waitFor({ timeout: 3000 })
    }).toPass({ timeout: 45_000 })
    if (shows) await expect(frame.locator('body')).toContainText(shows)
    await field.fill(await mail.code())
  }

  /** Opens the receive view of a new wallet, then the wallet's card with the recovery factors. */
  async receive(modal: WalletModal) {
    await modal.accountButton.click()
    await modal.button('Receive').first().click()
    await this.beginProtection(modal)
  }

  /** Opens the wallet's card with the recovery factors from a view that requires a protected wallet. */
  async beginProtection(modal: WalletModal) {
    const card = this.button('Create a passkey')
    // The card opens automatically if the kit does not know yet whether the wallet is protected.
    await expect(async () => {
      if (!(await card.isVisible())) await modal.button('Protect this wallet').click({ timeout: 1000 })
      await card.waitFor({ timeout: 3000 })
    }).toPass({ timeout: patience })
  }

  /** Adds an authenticator that creates passkeys to the page. */
  addPasskeys() {
    return addPasskeys(this.page)
  }

  /** Opens the wallet's window for a page of the security card. */
  async openSecurityWindow(): Promise<Page> {
    const popup = this.page.waitForEvent('popup')
    await this.button('Open security window').click()
    const page = await popup
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    return page
  }

  /** Approves a payment, or a signature that allows one, in the wallet's window, once it shows the given texts. */
  async approveInWindow({
    shows = [],
    read,
  }: {
    shows?: readonly string[]
    /** Reads the window before the approval. */
    read?: (window: Page) => Promise<void>
  } = {}) {
    const opened = this.page.waitForEvent('popup')
    await this.button('Review in a secure window').click()
    const popup = await opened
    for (const text of shows) await expect(popup.locator('body')).toContainText(text)
    await read?.(popup)
    const approve = popup.getByRole('button', { name: /^(Approve|Sign|Allow|Revoke)/ })
    // Scroll to the button first, because scrolling restarts its delay.
    await approve.hover()
    await expect(approve).toBeEnabled()
    // The window closes after the decision.
    const closed = popup.waitForEvent('close')
    await approve.click()
    await closed
  }
}
