import type { ChainId } from '@latchkey/protocol'
import { useLanguage } from '../language/LanguageContext.ts'
import { useSite } from '../site/SiteContext.ts'
import { Segmented } from '../ui/Segmented.tsx'

/** Chooses one of the site's networks, or all. */
export function NetworkFilter({
  value,
  onChange,
}: {
  value: ChainId | undefined
  onChange: (value: ChainId | undefined) => void
}) {
  const { text } = useLanguage()
  const { networks } = useSite()
  if (networks.length < 2) return null
  return (
    <Segmented<ChainId | 'all'>
      label={text.portfolio.network}
      value={value ?? 'all'}
      onChange={(next) => onChange(next === 'all' ? undefined : next)}
      options={[
        { value: 'all', label: text.portfolio.allNetworks },
        ...networks.map(({ caipNetworkId, name }) => ({ value: caipNetworkId, label: name })),
      ]}
    />
  )
}
