import { useLanguage } from '../language/LanguageContext.ts'
import { type ThemeChoice, useSiteTheme } from '../theme/ThemeContext.ts'
import { Icon } from '../ui/Icon.tsx'
import { Segmented } from '../ui/Segmented.tsx'
import styles from './ThemeSwitch.module.css'

const choices: readonly ThemeChoice[] = ['system', 'light', 'dark']

/** Selects the theme of the page and of the modal. `compact` shows icons without text. */
export function ThemeSwitch({ compact = false }: { compact?: boolean }) {
  const { text } = useLanguage()
  const { choice, choose } = useSiteTheme()
  return (
    <div className={styles.switch} data-compact={compact}>
      <Segmented
        label={text.theme.label}
        value={choice}
        onChange={choose}
        quiet
        options={choices.map((value) => ({
          value,
          label: text.theme[value],
          ...(compact ? { name: text.theme[value] } : {}),
          content: (
            <>
              <Icon name={value} size={16} />
              {!compact && text.theme[value]}
            </>
          ),
        }))}
      />
    </div>
  )
}
