import { createStore, type TrackedTransaction, type TransactionsState } from '@latchkey/core'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { createTestKit } from '../../test/createTestKit.ts'
import { renderApp } from '../../test/renderApp.tsx'
import { ModalScope } from '../context/ModalScope.tsx'
import { LatchkeyProvider } from '../provider/LatchkeyProvider.tsx'
import { ViewBoundary } from './ViewBoundary.tsx'

test('behavior: flaw 2: a failed view mentions money only if a transaction is open, and can be tried again', async () => {
  const kit = createTestKit()
  const record = createStore<TransactionsState>({ transactions: [] })
  const { getState, subscribe } = record
  let isBroken = true
  function View() {
    if (isBroken) throw new Error('broken')
    return <p>The view</p>
  }
  renderApp(
    <LatchkeyProvider latchkey={{ ...kit, transactions: { ...kit.transactions, getState, subscribe } }}>
      <ModalScope>
        <ViewBoundary>
          <View />
        </ViewBoundary>
      </ModalScope>
    </LatchkeyProvider>,
  )
  await expect.element(page.getByText('Try again, or close this window.')).toBeVisible()
  record.setState({ transactions: [{ id: '1', status: { type: 'uncertain' } } as TrackedTransaction] })
  await expect.element(page.getByText(/^A transaction may still be pending\. Check Activity/)).toBeVisible()
  isBroken = false
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect.element(page.getByText('The view')).toBeVisible()
})
