import type { ChainId } from '@latchkey/protocol'
import { useLanguage } from '../language/LanguageContext.ts'
import type { SiteConfig } from '../site/siteConfig.ts'
import { Segmented } from '../ui/Segmented.tsx'

/** Selects one of the networks, or all. */
export function NetworkFilter({
  networks,
  value,
  onChange,
}: {
  networks: readonly SiteConfig['networks'][number][]
  value: ChainId | undefined
  onChange: (value: ChainId | undefined) => void
}) {
  const { text } = useLanguage()
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
