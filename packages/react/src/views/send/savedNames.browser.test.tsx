import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { friend, shop } from '../../../gallery/fixtures.ts'
import { findScene } from '../../../test/findScene.ts'
import { inModal } from '../../../test/modalRoot.ts'
import { renderScene } from '../../../test/renderScene.tsx'

const cleo = { namespace: 'eip155', address: friend, name: 'cleo.eth', usedAt: 0, payments: 0, isSaved: true } as const
const receiver = () => page.getByRole('textbox', { name: 'To', exact: true })

const show = (id: string) => {
  const scene = findScene(id)
  return renderScene({ ...scene, world: { ...scene.world, contacts: [cleo] } })
}

test('behavior: a saved address is found by its name, and shows it', async () => {
  const latchkey = await show('send-contacts')
  await expect.element(page.getByText('Saved addresses')).toBeVisible()
  // The text has a dot, so it is also resolved as a name.
  await receiver().fill('cleo.e')
  latchkey.stores.send.setState((state) => ({ ...state, receiver: { status: 'resolving', name: 'cleo.e' } }))
  await page.getByRole('button', { name: /cleo\.eth/ }).click()
  expect(latchkey.send.getState().form.receiverAddress).toBe(friend)
  latchkey.stores.send.setState((state) => ({ ...state, receiver: { status: 'none' } }))
  await expect.poll(async () => (await inModal('.view')).querySelector('.receiver-title')?.textContent).toBe('cleo.eth')
  // The app keeps this contact, so only the app can forget it.
  await expect.element(page.getByRole('button', { name: /^Forget/ })).not.toBeInTheDocument()
})

test('behavior: contacts of the site are separate from saved ones, until the visitor pays them', async () => {
  const scene = findScene('send-contacts')
  const offered = { ...cleo, address: shop, name: 'Donations', isShared: true } as const
  const titles = async () =>
    [...(await inModal('.contacts')).querySelectorAll('ul')].map((one) => [one.ariaLabel, one.textContent])
  await renderScene({ ...scene, world: { ...scene.world, contacts: [cleo, offered] } })
  await expect.poll(titles).toEqual([
    ['Saved addresses', expect.stringContaining('cleo.eth')],
    ['From this site', expect.stringContaining('Donations')],
  ])
})

test('behavior: without saved addresses the form does not mention them', async () => {
  const scene = findScene('send-contacts')
  await renderScene({ ...scene, world: { ...scene.world, contacts: [{ ...cleo, isShared: true }] } })
  await expect.element(page.getByText('From this site')).toBeVisible()
  await expect.element(page.getByText('Saved addresses')).not.toBeInTheDocument()
})

test.each(['send-preview', 'sent-confirmed'])(
  'behavior: %s names a saved receiver beside the whole address',
  async (id) => {
    await show(id)
    const view = await inModal('.view')
    await expect.poll(() => view.querySelector('.receiver-title')?.textContent).toBe('cleo.eth')
    expect(view.textContent).toContain(friend)
  },
)

test('behavior: the name typed for this payment has priority', async () => {
  await show('send-preview-name')
  const view = await inModal('.view')
  await expect.poll(() => view.querySelector('.receiver-title')?.textContent).toBe('fern.local')
  expect(view.textContent).not.toContain(shop)
})
