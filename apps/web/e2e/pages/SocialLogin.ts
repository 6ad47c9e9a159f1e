import { randomUUID } from 'node:crypto'
import { type OauthProvider, providerNames, type SocialProvider } from '@latchkey/protocol'
import type { Page } from '@playwright/test'

/** Returns the name of a person that no other test uses. */
export const newPerson = () => `Person ${randomUUID().slice(0, 8)}`

/** The logins of the modal with a provider, and the windows that they open. */
export class SocialLogin {
  readonly page: Page

  constructor(page: Page) {
    this.page = page
  }

  /** Opens the modal. */
  async openModal() {
    await this.page.getByRole('banner').first().getByRole('button', { name: 'Connect wallet' }).click()
  }

  /** Returns the provider's button. Buttons that do not fit into the first row are behind "More". */
  async button(provider: SocialProvider) {
    const name = providerNames[provider]
    const button = this.page.locator('dialog').getByRole('button', { name: new RegExp(`\\b${name}$`) })
    const more = this.page.locator('dialog').getByRole('button', { name: /^More/ })
    await button.or(more).first().waitFor()
    if (!(await button.isVisible())) await more.click()
    return button
  }

  /** Clicks the provider's button. Returns the window of the login, once it shows the provider. */
  async start(provider: OauthProvider): Promise<Page> {
    const button = await this.button(provider)
    const opened = this.page.waitForEvent('popup')
    await button.click()
    const popup = await opened
    await this.goOn(popup)
    return popup
  }

  /** Clicks the button of the wallet's window, which is active after the window was in front for half a second. */
  async goOn(popup: Page) {
    await popup.locator('.approve').click()
  }

  /** Without a window: reads the number on the wallet's card, and enters it on the wallet's page, which opens the provider. */
  async leave() {
    const card = this.page.frameLocator('latchkey-wallet iframe')
    const number = await card.locator('.big-number .sr').innerText()
    await card.getByRole('button', { name: 'Continue' }).click()
    await this.page.waitForURL('**/popup/oauth')
    await this.page.getByRole('textbox').fill(number.replace(/\D/g, ''))
    await this.goOn(this.page)
  }

  /** Logs in at the local identity provider under a name. */
  async signInAs({ popup, name }: { popup: Page; name: string }) {
    await popup.getByLabel('Any other name').fill(name)
    await popup.getByRole('button', { name: 'Continue' }).last().click()
  }

  /** Logs in, up to the closed window. Use `twice` if another account used this browser's key before. The caller handles the next step. */
  async signIn({ provider, name, twice = false }: { provider: OauthProvider; name: string; twice?: boolean }) {
    await this.openModal()
    const popup = await this.start(provider)
    const closed = popup.waitForEvent('close')
    if (twice) {
      const returned = popup.waitForResponse((response) => response.url().includes('/callback'))
      await this.signInAs({ popup, name })
      await returned
    }
    await this.signInAs({ popup, name })
    await closed
  }
}
