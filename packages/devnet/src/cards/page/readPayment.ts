import { type TestNumber, testAccounts, testCards } from '../testCards.ts'

/** A field of a form of ours. */
export type Field = 'number' | 'expiry' | 'code' | 'name' | 'routing' | 'account' | 'age'

/** Result of a form: an error for each invalid field, or the test number. */
export type TypedPayment = { errors: Partial<Record<Field, string>>; payment: TestNumber | undefined }

const testOnly = 'This sandbox takes test cards only. Never enter a real card here.'

/**
 * Reads the form of a card. The number is compared, and goes nowhere.
 *
 * @param options.now Unix milliseconds
 */
export function readCard({ form, now }: { form: URLSearchParams; now: number }): TypedPayment {
  const errors: TypedPayment['errors'] = {}
  const number = readDigits(form, 'number')
  const payment = testCards.find((card) => card.number === number)
  if (number === '') errors.number = 'Enter the number of a test card.'
  else if (!isCardNumber(number)) errors.number = 'This is not a card number. Check the digits.'
  else if (!payment) errors.number = testOnly
  const expiry = readExpiry(form.get('expiry') ?? '')
  if (expiry === undefined) errors.expiry = 'Enter month and year, such as 12/34.'
  else if (expiry <= now) errors.expiry = 'This date has passed. Any later one will do.'
  if (!/^\d{3,4}$/.test(form.get('code')?.trim() ?? '')) errors.code = 'Enter 3 or 4 digits. Any will do.'
  if (!form.get('name')?.trim()) errors.name = 'Enter a name. Any will do.'
  return { errors, payment }
}

/** Reads the form of a bank account. */
export function readAccount({ form }: { form: URLSearchParams }): TypedPayment {
  const errors: TypedPayment['errors'] = {}
  if (!form.get('name')?.trim()) errors.name = 'Enter a name. Any will do.'
  if (!isRoutingNumber(readDigits(form, 'routing')))
    errors.routing = 'This is not a routing number of 9 digits. Check the digits.'
  const number = readDigits(form, 'account')
  const payment = testAccounts.find((account) => account.number === number)
  if (number === '') errors.account = 'Enter the number of a test account.'
  else if (!payment) errors.account = 'This sandbox takes test accounts only. Never enter a real account here.'
  return { errors, payment }
}

/** Returns the error if a page asks for an age and the box is not ticked. */
export function readAge({ form, minimumAge }: { form: URLSearchParams; minimumAge: number | null }): {
  isOldEnough: boolean
  errors: TypedPayment['errors']
} {
  const isOldEnough = form.get('age') === 'yes'
  if (minimumAge === null || isOldEnough) return { isOldEnough, errors: {} }
  return { isOldEnough, errors: { age: `Confirm that you are ${minimumAge} or older.` } }
}

function readDigits(form: URLSearchParams, field: Field) {
  return (form.get(field) ?? '').replaceAll(/[\s-]/g, '')
}

/** Whether the last digit fits the others. Source: ISO/IEC 7812-1, annex B (Luhn). */
function isCardNumber(number: string): boolean {
  if (!/^\d{12,19}$/.test(number)) return false
  const sum = [...number].reverse().reduce((total, digit, index) => {
    const value = Number(digit) * (index % 2 === 0 ? 1 : 2)
    return total + (value > 9 ? value - 9 : value)
  }, 0)
  return sum % 10 === 0
}

/** Source: ABA routing numbers, weights 3, 7, 1. */
function isRoutingNumber(number: string) {
  if (!/^\d{9}$/.test(number)) return false
  return [...number].reduce((total, digit, index) => total + Number(digit) * ([3, 7, 1][index % 3] ?? 0), 0) % 10 === 0
}

/** Unix milliseconds at which a card ends: with its month. */
function readExpiry(text: string): number | undefined {
  const [, month, year] = /^\s*(\d{1,2})\s*\/?\s*(?:20)?(\d{2})\s*$/.exec(text) ?? []
  if (month === undefined || year === undefined || Number(month) < 1 || Number(month) > 12) return undefined
  return Date.UTC(2000 + Number(year), Number(month), 1)
}
