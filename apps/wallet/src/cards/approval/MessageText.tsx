import { useScope } from '../../ui/Scope.ts'
import { splitHiddenCharacters } from './splitHiddenCharacters.ts'

/** A text exactly as it would be signed, with invisible characters marked. */
export function MessageText({ text, label }: { text: string; label: string }) {
  const { t } = useScope()
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, and a keyboard must reach what is further down
    <section class="message" tabIndex={0} aria-label={label} translate={false}>
      {splitHiddenCharacters(text).map((part, index) =>
        part.hidden ? (
          <span key={index} class="hidden-character" title={t('approve.hiddenCharacter', { code: part.code })}>
            {part.code}
          </span>
        ) : (
          part.text
        ),
      )}
    </section>
  )
}
