import type { Scope } from '../../ui/Scope.ts'

const units = [
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
  ['second', 1],
] as const

const single: Readonly<Record<number, `permission.every${'Minute' | 'Hour' | 'Day' | 'Week'}`>> = {
  60: 'permission.everyMinute',
  3600: 'permission.everyHour',
  86400: 'permission.everyDay',
  604800: 'permission.everyWeek',
}

/** Returns the period in the largest exact unit: `Every 30 days`. Not in months, because the chain has none. */
export function periodText({ scope: { t, language }, seconds }: { scope: Scope; seconds: number }): string {
  const one = single[seconds]
  if (one !== undefined) return t(one)
  const [unit, size] = units.find(([, length]) => seconds % length === 0) ?? units[3]
  const format = new Intl.NumberFormat(language, { style: 'unit', unit, unitDisplay: 'long' })
  return t('permission.every', { period: format.format(seconds / size) })
}
