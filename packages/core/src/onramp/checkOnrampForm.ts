import { type PaymentMethod, parseUnits, readAmount } from '@latchkey/protocol'
import type { OnrampOptions } from '@latchkey/protocol/api'
import type { OnrampAsset, OnrampForm, OnrampIssue } from './OnrampFeature.ts'
import { toOnrampIssue } from './toOnrampIssue.ts'

/** A form without issues. */
export type CheckedOnramp = {
  asset: OnrampAsset
  /** ID of the token in the options, as used in quote requests. */
  purchaseCurrency: string
  currency: string
  method: PaymentMethod
  /** Digits with at most one point, as the server expects. */
  amount: string
}

/**
 * Checks the form without requests. Returns an issue for each invalid field. An empty amount is not an issue.
 *
 * @returns `checked` if the form is complete and valid
 */
export function checkOnrampForm({
  form: { asset, currency, method, amount: typed },
  options,
  assets,
}: {
  form: OnrampForm
  options: OnrampOptions
  assets: readonly OnrampAsset[]
}): { checked: CheckedOnramp | undefined; issues: readonly OnrampIssue[] } {
  const issues: OnrampIssue[] = []
  const isOffered = asset !== undefined && assets.some(({ id }) => id === asset.id)
  if (asset && !isOffered) issues.push(toOnrampIssue('asset', 'onramp_asset_unsupported'))
  const limits = options.paymentCurrencies
    .find(({ id }) => id === currency)
    ?.payment_method_limits.find(({ id }) => id === method)
  if (!limits) issues.push(toOnrampIssue('currency', 'onramp_currency_unsupported'))
  const read = readPayment({ typed, currency, limits })
  if (read && 'issue' in read) issues.push(read.issue)
  const purchaseCurrency = options.purchaseCurrencies.find(({ networks }) =>
    networks.some((place) => place.asset === asset?.id),
  )?.id
  if (!asset || !read || !('amount' in read) || purchaseCurrency === undefined || issues.length > 0)
    return { checked: undefined, issues }
  return { checked: { asset, purchaseCurrency, currency, method, amount: read.amount }, issues }
}

function readPayment({
  typed,
  currency,
  limits,
}: {
  typed: string
  currency: string
  limits: { min: string; max: string } | undefined
}): { amount: string } | { issue: OnrampIssue } | undefined {
  if (typed.trim() === '') return undefined
  // The form contains decimal text. Apps may also pass user input, which is read in the English format.
  const reading = readAmount(typed, { locale: 'en', currency })
  const amount = reading.ok ? reading.amount : ''
  const digits = minorDigits(currency)
  const parsed = parseUnits(amount, digits)
  if (!parsed.ok && parsed.issue === 'too-many-decimals')
    return {
      issue: toOnrampIssue(
        'amount',
        'amount_too_precise',
        `The amount has more decimals than ${currency}: ${digits} at most`,
      ),
    }
  if (!parsed.ok || parsed.value === 0n) return { issue: toOnrampIssue('amount', 'invalid_amount') }
  const bound = (text: string) => {
    const limit = parseUnits(text, digits)
    return limit.ok ? limit.value : undefined
  }
  const [least, most] = [bound(limits?.min ?? ''), bound(limits?.max ?? '')]
  if (limits && ((least !== undefined && parsed.value < least) || (most !== undefined && parsed.value > most)))
    return {
      issue: toOnrampIssue(
        'amount',
        'onramp_amount_limits',
        `Choose an amount from ${trimCents(limits.min)} to ${trimCents(limits.max)} ${currency}`,
      ),
    }
  // Intermediate input such as `5.` and `.5` is normalized for the contract.
  const [whole = '', fraction = ''] = amount.split('.')
  return { amount: `${whole === '' ? '0' : whole}${fraction === '' ? '' : `.${fraction}`}` }
}

function trimCents(amount: string): string {
  return amount.replace(/\.0+$/, '')
}

/** Returns the number of decimals of a currency. Source: ISO 4217, through `Intl`. */
function minorDigits(currency: string): number {
  try {
    return new Intl.NumberFormat('en', { style: 'currency', currency }).resolvedOptions().maximumFractionDigits ?? 2
  } catch {
    return 2
  }
}
