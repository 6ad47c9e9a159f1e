import { describe, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { findScene } from '../../test/findScene.ts'
import { inModal } from '../../test/modalRoot.ts'
import { renderScene } from '../../test/renderScene.tsx'

const huge = `1${'0'.repeat(30)}`
const forms = [
  { id: 'send-filled', label: 'Amount', de: 'Betrag', unit: 'USDX' },
  { id: 'swap-filled', label: 'You pay', de: 'Du zahlst', unit: 'USDX' },
  { id: 'buy-one', label: 'You pay', de: 'Du zahlst', unit: 'USD' },
] as const

type Id = (typeof forms)[number]['id']

async function open(id: Id, locale?: string) {
  const latchkey = await renderScene(findScene(id), locale === undefined ? {} : { locale })
  const { send, swap, onramp } = latchkey.stores
  const amount = () =>
    id === 'send-filled'
      ? send.getState().form.sendTokenAmount
      : id === 'swap-filled'
        ? swap.getState().form.amount
        : onramp.getState().form.amount
  return {
    amount,
    input: page.getByRole('textbox', {
      name: forms.find((form) => form.id === id)?.[locale === 'de' ? 'de' : 'label'] ?? '',
    }),
  }
}

describe.each(forms)('$id', ({ id, unit }) => {
  test('behavior: “1,000” in English is a thousand, and the other reading is one tap away', async () => {
    const { amount, input } = await open(id)
    await input.fill('1,000')
    expect(amount()).toBe('1000')
    await expect.element(input).toHaveValue('1,000')
    await expect.element(page.getByText(`Read as 1000\u00a0${unit}`)).toBeVisible()
    await page.getByRole('button', { name: 'Use 1 instead' }).click()
    expect(amount()).toBe('1')
    await expect.element(input).toHaveValue('1')
    await expect.element(page.getByText(/Read as/)).not.toBeInTheDocument()
  })

  test('behavior: “1.000” in English is 1, and the other reading is offered until the visitor chooses', async () => {
    const { amount, input } = await open(id)
    await input.fill('1.000')
    expect(amount()).toBe('1.000')
    await expect.element(page.getByText(`Read as 1.000\u00a0${unit}`)).toBeVisible()
    await page.getByRole('button', { name: 'Use 1000 instead' }).click()
    expect(amount()).toBe('1000')
    await input.fill('1,250')
    await page.getByRole('button', { name: 'Use 1.25 instead' }).click()
    expect(amount()).toBe('1.25')
    await expect.element(page.getByText(/Read as/)).not.toBeInTheDocument()
    // The text has two readings, and the visitor has chosen one.
    await input.fill('1,125')
    await page.getByRole('button', { name: 'Use 1.125 instead' }).click()
    await expect.element(input).toHaveValue('1.125')
    await expect.element(page.getByText(/Read as/)).not.toBeInTheDocument()
  })

  test('behavior: reads a pasted amount in any script and with any mark, and shows the result', async () => {
    const { amount, input } = await open(id)
    for (const [text, read] of [
      ['٠٫٥', '0.5'],
      [`1.000,50 ${unit}`, '1000.50'],
      ["20'191.75", '20191.75'],
      [`12.5 ${unit}`, '12.5'],
    ] as const) {
      await input.fill(text)
      expect(amount()).toBe(read)
      await expect.element(page.getByText(`Read as ${read}\u00a0${unit}`)).toBeVisible()
    }
    await input.fill('20191.75')
    await expect.element(page.getByText(/Read as/)).not.toBeInTheDocument()
  })

  test('error: an exponent, or a text without an amount, shows an error and counts as empty', async () => {
    const { amount, input } = await open(id)
    await input.fill('1e18')
    await expect.element(page.getByText(/without an exponent/)).toBeVisible()
    expect(amount()).toBe('')
    await expect.element(input).toHaveValue('1e18')
    await input.fill('1.2.3')
    await expect.element(page.getByText('This is not an amount. Use digits, for example 1234.56.')).toBeVisible()
    expect(amount()).toBe('')
    await input.fill('2')
    await expect.element(page.getByText(/not an amount|exponent/)).not.toBeInTheDocument()
    expect(amount()).toBe('2')
  })

  test.each([390, 1280])('behavior: at %i px no amount moves anything out of the card', async (width) => {
    await page.viewport(width, 860)
    const { input } = await open(id)
    for (const text of [huge, `0.${'0'.repeat(29)}1`, '1,000']) {
      await input.fill(text)
      const field = (await inModal('.amount-input')).closest('.field')
      const edge = field?.getBoundingClientRect()
      await expect
        .poll(() =>
          [...(field?.querySelectorAll('*') ?? [])]
            .map((element) => element.getBoundingClientRect())
            .filter(
              ({ left, right, width: own }) =>
                own > 0 && (left < (edge?.left ?? 0) - 0.5 || right > (edge?.right ?? 0) + 0.5),
            ),
        )
        .toEqual([])
      expect(field?.textContent).not.toMatch(/\d[eE]\d|0\.0{10}/)
    }
  })
})

describe.each(forms.filter(({ unit }) => unit === 'USDX'))('$id', ({ id }) => {
  test('behavior: “$5” is never taken as 5 tokens: both possible meanings are one tap away', async () => {
    const { amount, input } = await open(id)
    await input.fill('$5')
    await expect.element(page.getByText('This amount is in USDX, not $.')).toBeVisible()
    expect(amount()).toBe('')
    await page.getByRole('button', { name: 'Use $5.00 ≈ 4.999\u00a0USDX' }).click()
    expect(amount()).toBe('4.999')
    await expect.element(page.getByText(/not \$/)).not.toBeInTheDocument()
    await input.fill('5 $')
    await page.getByRole('button', { name: 'Use 5\u00a0USDX instead' }).click()
    expect(amount()).toBe('5')
    await expect.element(input).toHaveValue('5')
  })

  test('behavior: another currency is refused, and no amount is calculated without a known rate', async () => {
    const { amount, input } = await open(id)
    await input.fill('€5')
    await expect.element(page.getByText('This amount is in USDX, not €.')).toBeVisible()
    expect(amount()).toBe('')
    await expect.element(page.getByRole('button', { name: 'Use 5\u00a0USDX instead' })).toBeVisible()
    await expect.element(page.getByRole('button', { name: /≈/ })).not.toBeInTheDocument()
  })
})

test('behavior: an amount from a part of the balance is not ambiguous', async () => {
  const { amount, input } = await open('swap-filled')
  await input.fill('1.000')
  await expect.element(page.getByText(/Read as/)).toBeVisible()
  await page.getByRole('button', { name: '25%' }).click()
  expect(amount()).not.toBe('1.000')
  await expect.element(page.getByText(/Read as/)).not.toBeInTheDocument()
})

test.each([320, 390, 1280])('behavior: at %i px the parts of the balance stay beside any amount', async (width) => {
  await page.viewport(width, 860)
  const { input } = await open('swap-filled')
  for (const text of [`1${'0'.repeat(21)}`, huge, '2']) {
    await input.fill(text)
    const field = (await inModal('.amount-input')).closest('.field')
    await expect
      .poll(() =>
        [...(field?.querySelectorAll('.swap-part') ?? [])].map((part) => {
          const { left, right, top, height } = part.getBoundingClientRect()
          const root = part.getRootNode()
          const shown = root instanceof ShadowRoot && root.elementFromPoint((left + right) / 2, top + height / 2)
          return shown && part.contains(shown)
        }),
      )
      .toEqual([true, true, true])
  }
})

test('behavior: in Buy a dollar is the field’s own unit, and another sign is not', async () => {
  const { amount, input } = await open('buy-one')
  await input.fill('$1.000,50')
  expect(amount()).toBe('1000.50')
  await expect.element(page.getByText('Read as 1000.50\u00a0USD')).toBeVisible()
  await input.fill('€120')
  await expect.element(page.getByText('This amount is in USD, not €.')).toBeVisible()
  expect(amount()).toBe('')
  await page.getByRole('button', { name: 'Use 120\u00a0USD instead' }).click()
  expect(amount()).toBe('120')
})

test('behavior: in German the comma is the decimal mark, in typed and in filled-in amounts', async () => {
  const { amount, input } = await open('send-filled', 'de')
  await input.fill('0,5')
  expect(amount()).toBe('0.5')
  await expect.element(page.getByText(/Gelesen als/)).not.toBeInTheDocument()
  await input.fill('1.000')
  expect(amount()).toBe('1000')
  await expect.element(page.getByText('Gelesen als 1000\u00a0USDX')).toBeVisible()
  await page.getByRole('button', { name: 'Max' }).click()
  await expect.element(input).toHaveValue('8210,550000')
  expect(amount()).toBe('8210.550000')
})
