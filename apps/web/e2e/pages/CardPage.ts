import type { Locator, Page } from '@playwright/test'

/** Numbers of the sandbox's cards, by their behavior (`testCards` of `@latchkey/devnet/cards`). */
export const cardNumbers = {
  /** Pays after the bank's code. */
  challenged: '4111 1111 1111 1111',
  declined: '4000 0000 0000 0002',
  pending: '4000 0000 0000 0077',
  deliveryFails: '4000 0000 0000 0341',
  takenBack: '4000 0000 0000 5126',
  thrice: '4000 0000 0000 0259',
  reversed: '4000 0000 0000 0267',
} as const

/** Numbers of the sandbox's bank accounts. */
export const accountNumbers = { pending: '000123456789', declined: '000999999991' } as const

/** A page of the sandbox card processor, from the view of the paying visitor. */
export class CardPage {
  readonly page: Page
  readonly heading: Locator
  readonly declined: Locator

  constructor(page: Page) {
    this.page = page
    this.heading = page.getByRole('heading', { level: 1 })
    this.declined = page.getByRole('alert').filter({ hasText: 'Declined' })
  }

  /** Returns the page that `open` opens in a window. */
  static async openBy({ page, open }: { page: Page; open: () => Promise<unknown> }): Promise<CardPage> {
    const opened = page.waitForEvent('popup')
    await open()
    const card = new CardPage(await opened)
    await card.heading.waitFor()
    return card
  }

  /** Enters a card and pays. The next step depends on the card. */
  async pay(number: string) {
    await this.page.getByLabel('Card number').fill(number)
    await this.page.getByLabel('Expiry').fill('12/34')
    await this.page.getByLabel('Security code').fill('123')
    await this.page.getByLabel('Name on the card').fill('Ada')
    await this.submit()
  }

  /** Enters a bank account and pays. */
  async payFromAccount(number: string) {
    await this.page.getByLabel('Account holder').fill('Ada')
    await this.page.getByLabel('Routing number').fill('110000000')
    await this.page.getByLabel('Account number').fill(number)
    await this.submit()
  }

  /** Fills in a test card with a tap on it. */
  async fillIn(number: string) {
    await this.page.getByRole('button', { name: number }).click()
  }

  async submit() {
    await this.page.getByRole('button', { name: /^Pay / }).click()
  }

  /** Enters the bank's code, by default the correct one. */
  async confirm(code = '123456') {
    await this.page.getByLabel('Code from your bank').fill(code)
    await this.page.getByRole('button', { name: /^Confirm/ }).click()
  }

  /** Leaves the bank's page for another card. */
  async leaveBank() {
    await this.page.getByRole('button', { name: 'Use another card' }).click()
  }

  /** Pays with the card that requires the bank's code, to the end. */
  async payInFull() {
    await this.pay(cardNumbers.challenged)
    await this.confirm()
    await this.page.getByRole('heading', { name: 'Paid', exact: true }).waitFor()
  }

  /** Cancels the order on the page. */
  async cancel() {
    await this.page.getByRole('button', { name: 'Cancel the order' }).click()
    await this.page.getByRole('heading', { name: 'Canceled' }).waitFor()
  }

  /** Closes the window with its own button. */
  async close() {
    const closed = this.page.waitForEvent('close')
    await this.page
      .getByRole('button', { name: 'Close this window' })
      .or(this.page.getByRole('link', { name: /^(Close this window|Back to )/ }))
      .click()
      // The window may close before the press has returned.
      .catch((error) => {
        if (!this.page.isClosed()) throw error
      })
    await closed
  }
}
