import { useLanguage } from '../language/LanguageContext.ts'
import { type Explorer, explorerUrl } from '../site/explorer.ts'
import styles from './ExplorerLink.module.css'
import { Icon } from './Icon.tsx'

/**
 * Link to the network's block explorer, or a line that there is none.
 *
 * @param path page in the explorer, such as `tx/0x…`; undefined shows only a missing explorer
 */
export function ExplorerLink({ explorer, path }: { explorer: Explorer | undefined; path: string | undefined }) {
  const { text } = useLanguage()
  if (!explorer) return <p className={styles.hint}>{text.asset.noExplorer}</p>
  if (path === undefined) return null
  return (
    <a className={styles.explorer} href={explorerUrl({ explorer, path })} target="_blank" rel="noreferrer">
      {text.asset.explorer(explorer.name)}
      <Icon name="external" size={15} />
    </a>
  )
}
