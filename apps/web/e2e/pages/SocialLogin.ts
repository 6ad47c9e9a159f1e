import { randomUUID } from 'node:crypto'
import { type OauthProvider, providerNames, type SocialProvider } from '@latchkey/protocol'
import type { Page } from '@playwright/test'

/** Somebody whom no other test knows. */
export const newPerson = () => `Person ${randomUUID().slice(0, 8)}`

/** The social logins of the modal, and the windows that they open. */
export class SocialLogin {
  readonly page: Page

  constructor(page: Page) {
    this.page = page
  }

  /** Opens the modal where it is closed. */
  async openModal() {
    await this.page.getByRole('banner').first().getByRole('button', { name: 'Connect wallet' }).click()
  }

  /** The provider's button; those that the first row has no room for come after "More". */
  async button(provider: SocialProvider) {
    const name = providerNames[provider]
    const button = this.page.locator('dialog').getByRole('button', { name: new RegExp(`\\b${name}$`) })
    const more = this.page.locator('dialog').getByRole('button', { name: /^More/ })
    await button.or(more).first().waitFor()
    if (!(await button.isVisible())) await more.click()
    return button
  }

  /** Presses the provider's button; gives the window in which the visitor signs in. */
  async start(provider: OauthProvider): Promise<Page> {
    const button = await this.button(provider)
    const opened = this.page.waitForEvent('popup')
    await button.click()
    return opened
  }

  /** Signs in at the local identity provider as somebody of that name. */
  async signInAs({ popup, name }: { popup: Page; name: string }) {
    await popup.getByLabel(/^Somebody else/).fill(name)
    await popup.getByRole('button', { name: 'Continue' }).last().click()
  }

  /** From the button to the window's end; what comes next (connected, or a recovery) is the caller's. */
  async signIn({ provider, name }: { provider: OauthProvider; name: string }) {
    await this.openModal()
    const popup = await this.start(provider)
    const closed = popup.waitForEvent('close')
    await this.signInAs({ popup, name })
    await closed
  }
}
