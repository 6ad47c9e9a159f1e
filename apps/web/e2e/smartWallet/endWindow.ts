import type { Page } from '@playwright/test'

/** Presses the last button in a smart wallet's window, and waits for the window to close. */
export async function endWindow({ popup, decision }: { popup: Page; decision: string }): Promise<void> {
  const closed = popup.waitForEvent('close')
  // The window may close before the driver has finished its click.
  await popup
    .getByRole('button', { name: decision, exact: true })
    .click()
    .catch((error: unknown) => {
      if (!popup.isClosed()) throw error
    })
  await closed
}
