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

  /** Presses the provider's button; gives the window in which the visitor signs in, once they have gone on to the provider. */
  async start(provider: OauthProvider): Promise<Page> {
    const button = await this.button(provider)
    const opened = this.page.waitForEvent('popup')
    await button.click()
    const popup = await opened
    await this.goOn(popup)
    return popup
  }

  /** Presses the button of the wallet's window, which takes the click once it was in front for half a second. */
  async goOn(popup: Page) {
    await popup.locator('.approve').click()
  }

  /** Without a window: reads the number on the wallet's card, and types it on the wallet's page, which leads on to the provider. */
  async leave() {
    const card = this.page.frameLocator('latchkey-wallet iframe')
    const number = await card.locator('.big-number .sr').innerText()
    await card.getByRole('button', { name: 'Go on' }).click()
    await this.page.waitForURL('**/popup/oauth')
    await this.page.getByRole('textbox').fill(number.replace(/\D/g, ''))
    await this.goOn(this.page)
  }

  /** Signs in at the local identity provider as somebody of that name. */
  async signInAs({ popup, name }: { popup: Page; name: string }) {
    await popup.getByLabel('Any other name').fill(name)
    await popup.getByRole('button', { name: 'Continue' }).last().click()
  }

  /** From the button to the window's end, with `twice` where another account used this browser's key before; what comes next (connected, or a recovery) is the caller's. */
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
