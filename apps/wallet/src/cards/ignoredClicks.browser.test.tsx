import { render } from 'preact'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import * as fixtures from '../../gallery/fixtures.ts'
import { en } from '../messages/en.ts'
import { requestEn } from '../messages/requestEn.ts'
import { createScope, ScopeContext } from '../ui/Scope.ts'
import { frameCss } from '../ui/sheets.css.ts'
import { ApproveCard } from './ApproveCard.tsx'
import type { Card, CardActions } from './Card.ts'

const scope = createScope({ messages: { ...en, ...requestEn }, language: 'en' })
const approve = vi.fn()
const reject = vi.fn()
const actions = { approve, reject, openWindow: () => {} } as unknown as CardActions
const description = fixtures.descriptions.send
let root: HTMLElement
let see: (seen: boolean) => void = () => {}

beforeEach(async () => {
  await page.viewport(360, 600)
  approve.mockReset()
  reject.mockReset()
  const sheet = document.createElement('style')
  sheet.textContent = frameCss
  root = document.createElement('div')
  document.body.replaceChildren(sheet, root)
})
afterEach(() => {
  render(null, root)
  document.body.replaceChildren()
})

function show(card: Extract<Card, { kind: 'approve' }>): void {
  const watch = () => (onChange: (seen: boolean) => void) => {
    see = onChange
    return () => {}
  }
  render(
    <ScopeContext.Provider value={scope}>
      <div class="card" style={{ height: '600px' }}>
        <ApproveCard card={card} actions={actions} watch={watch} />
      </div>
    </ScopeContext.Provider>,
    root,
  )
}
const button = (name: string) => page.getByRole('button', { name })

test('behavior: a click on Decline that begins while the request is read counts, though it ends after that', async () => {
  show(fixtures.approval(null))
  const decline = button('Decline').element()
  const { left, width } = decline.getBoundingClientRect()
  decline.addEventListener('mousedown', () => show({ ...fixtures.approval(description), place: 'card' }), {
    once: true,
  })
  await userEvent.click(button('Decline'))
  expect(reject).toHaveBeenCalledTimes(1)
  expect(button('Decline').element()).toBe(decline)
  expect(decline.getBoundingClientRect()).toMatchObject({ left, width })
})

test('behavior: threat 13: a click before the button is armed signs nothing, and the card shows that', async () => {
  show({ ...fixtures.approval(description), place: 'card' })
  const sign = () => root.querySelector<HTMLElement>('.approve')
  await userEvent.click(button('Approve'), { force: true })
  expect(approve).not.toHaveBeenCalled()
  await vi.waitFor(() => expect(sign()?.textContent).toBe('One moment…'))
  see(true)
  await vi.waitFor(() => expect(sign()?.hasAttribute('data-arming')).toBe(false), { timeout: 3000 })
  expect(sign()?.textContent).toBe('Approve')
})

test('behavior: threat 13: a press that begins before the button is armed and ends after it shows that it did not count', async () => {
  show({ ...fixtures.approval(description), place: 'card' })
  const sign = () => root.querySelector<HTMLElement>('.approve')
  const shown: (string | null | undefined)[] = []
  sign()?.addEventListener('click', () => requestAnimationFrame(() => shown.push(sign()?.textContent)))
  see(true)
  await userEvent.click(button('Approve'), { force: true, delay: 700 })
  await vi.waitFor(() => expect(shown).toEqual(['One moment…']))
  expect(approve).not.toHaveBeenCalled()
  await vi.waitFor(() => expect(sign()?.textContent).toBe('Approve'), { timeout: 3000 })
  await userEvent.click(button('Approve'))
  expect(approve).toHaveBeenCalledTimes(1)
})
