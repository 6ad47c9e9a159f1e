import type { Locator, Page } from '@playwright/test'

/** The kit's modal from the view of a visitor, with locators by name. */
export class WalletModal {
  readonly page: Page
  readonly dialog: Locator
  readonly accountButton: Locator
  readonly networkButton: Locator

  constructor(page: Page) {
    this.page = page
    this.dialog = page.locator('dialog[open][aria-labelledby]')
    this.accountButton = page
      .getByRole('banner')
      .first()
      .getByRole('button', { name: /^Account/ })
    this.networkButton = page
      .getByRole('banner')
      .first()
      .getByRole('button', { name: /^(Network:|Unsupported)/ })
      // On a network that the site does not use, the account's button has the same text. The network's button is first.
      .first()
  }

  button(name: string | RegExp) {
    return this.dialog.getByRole('button', { name })
  }

  title(name: string) {
    return this.dialog.getByRole('heading', { name, level: 2 })
  }

  async close() {
    await this.button('Close').click()
    await this.dialog.waitFor({ state: 'hidden' })
  }

  /** Connects an installed wallet and waits until the site shows the account. */
  async connect(wallet: string) {
    await this.page.getByRole('banner').first().getByRole('button', { name: 'Connect wallet' }).click()
    await this.button(wallet).click()
    await this.accountButton.waitFor()
    await this.dialog.waitFor({ state: 'hidden' })
  }

  async disconnect() {
    await this.accountButton.click()
    await this.leave()
  }

  /** Disconnects the only connected wallet in the open view, and confirms it if the wallet is not protected. */
  async leave() {
    const connect = this.page.getByRole('banner').first().getByRole('button', { name: 'Connect wallet' })
    const anyway = this.button('Disconnect anyway')
    // By keyboard, because balances that arrive during a click move the button away from the pointer.
    await this.button('Disconnect').press('Enter')
    await connect.or(anyway).first().waitFor()
    if (await anyway.isVisible()) await anyway.click()
    await connect.waitFor()
  }

  async switchNetwork(name: string) {
    await this.networkButton.click()
    // Another network's name may begin with this one's.
    await this.button(name).first().click()
    await this.networkButton.and(this.page.getByRole('button', { name: `Network: ${name}` })).waitFor()
    // The modal closes automatically, unless another view was open below.
    await this.dialog.waitFor({ state: 'hidden', timeout: 2000 }).catch(() => this.close())
  }

  /** Opens the send view from the account and fills it in. The symbol selects the token. */
  async fillSend({ symbol, amount, receiver }: { symbol: string; amount: string; receiver: string }) {
    await this.accountButton.click()
    // A pending payment also has a button, "Sending".
    await this.button(/^Send$/).click()
    // No token is selected yet while the balances do not contain it.
    // Found by label, because the button below has the same text until a token is selected.
    const token = this.dialog.getByLabel(/^(Token: |Choose a token)/)
    await token.waitFor()
    if (!(await token.getAttribute('aria-label'))?.startsWith(`Token: ${symbol}.`)) {
      await token.click()
      // As a whole word, because another symbol may end in it, such as WETH.
      const row = new RegExp(`\\b${symbol}\\b`)
      await this.dialog.getByRole('list', { name: 'Choose a token' }).getByRole('button', { name: row }).click()
    }
    await this.dialog.getByRole('textbox', { name: 'Amount' }).fill(amount)
    await this.dialog.getByRole('textbox', { name: 'To' }).fill(receiver)
  }

  /** Opens the preview. @throws Error with the modal's text if there is none */
  async review() {
    await this.button('Review').click()
    const refusal = this.dialog.getByRole('alert').filter({ hasText: /\w/ })
    await this.title('Review').or(refusal).first().waitFor()
    if (await refusal.isVisible()) throw new Error(`There is no preview: ${await refusal.textContent()}`)
  }
}
