/** How well attacks are separated from honest cases. Values from 0 to 1. */
export type CorpusMeasure = {
  /** Share of the attacks that raise an alarm. */
  recall: number
  /** Share of the honest cases that raise an alarm. */
  falseAlarms: number
  /** One line with both values, and one for each kind that is judged incorrectly or belongs to neither. */
  report: string
}

/** Judges every case and counts the results. */
export function measureCorpus<Case extends { type: string; kind: string }>({
  title,
  cases,
  isAlarm,
}: {
  title: string
  cases: readonly Case[]
  isAlarm: (entry: Case) => boolean
}): CorpusMeasure {
  const kinds = new Map<string, { type: string; kind: string; count: number; alarms: number }>()
  for (const entry of cases) {
    const { type, kind } = entry
    const group = kinds.get(`${type} ${kind}`) ?? { type, kind, count: 0, alarms: 0 }
    group.count += 1
    if (isAlarm(entry)) group.alarms += 1
    kinds.set(`${type} ${kind}`, group)
  }
  const share = (wanted: string) => {
    const groups = [...kinds.values()].filter(({ type }) => type === wanted)
    const count = groups.reduce((sum, group) => sum + group.count, 0)
    if (count === 0) throw new Error(`There are no cases of type ${wanted}`)
    return { count, share: groups.reduce((sum, group) => sum + group.alarms, 0) / count }
  }
  const [attacks, honest] = [share('attack'), share('honest')]
  const wrong = [...kinds.values()].filter(({ type, count, alarms }) =>
    type === 'honest' ? alarms > 0 : type !== 'attack' || alarms < count,
  )
  const percent = (value: number) => `${(value * 100).toFixed(2)} %`
  return {
    recall: attacks.share,
    falseAlarms: honest.share,
    report: [
      `${title}: recall ${percent(attacks.share)} of ${attacks.count}, false alarms ${percent(honest.share)} of ${honest.count}`,
      ...wrong.map(({ type, kind, count, alarms }) => `  ${type}, ${kind}: ${alarms} alarms of ${count}`),
    ].join('\n'),
  }
}
