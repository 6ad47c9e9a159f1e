import type { Locator, Page } from '@playwright/test'

/** The site around the wallet. */
export class SitePage {
  readonly page: Page
  readonly main: Locator
  readonly connectButton: Locator
  readonly serverAway: Locator

  constructor(page: Page) {
    this.page = page
    this.main = page.getByRole('main')
    this.connectButton = page.getByRole('banner').first().getByRole('button', { name: 'Connect wallet' })
    this.serverAway = page.getByText(/The server cannot be reached/)
  }

  async open(
    path: '/' | '/portfolio' | '/activity' | '/account' | '/account/browsers' | '/operator' | '/nowhere' = '/',
  ) {
    await this.page.goto(path)
  }

  /** Opens a page through the navigation, without a reload. */
  async visit(name: 'Token' | 'Portfolio' | 'Activity' | 'Profile') {
    await this.page.getByRole('navigation').getByRole('link', { name, exact: true }).first().click()
  }

  /** The rows of a token in the portfolio. */
  asset({ name, network }: { name: string; network: string | RegExp }) {
    return this.main
      .getByRole('row')
      .filter({ has: this.page.getByRole('button', { name: `${name}: details`, exact: true }) })
      .filter({ hasText: network })
  }

  /** A confirmed transaction of the activity. */
  confirmed(text: string) {
    return this.main
      .getByRole('listitem')
      .filter({ hasText: text })
      .filter({ hasNotText: /Pending|Failed/ })
  }

  /** The trades of the home page. */
  get trades() {
    return this.main.getByRole('region', { name: 'Recent trades' }).getByRole('listitem')
  }
}
