import { Link } from '@tanstack/react-router'
import { useLanguage } from '../language/LanguageContext.ts'
import button from './Button.module.css'
import { EmptyState } from './EmptyState.tsx'
import { usePageTitle } from './usePageTitle.ts'

/** Shown for an unknown URL. */
export function NotFound() {
  const { text } = useLanguage()
  usePageTitle(text.notFound.title)
  return (
    <EmptyState icon="token" heading="h1" title={text.notFound.title} text={text.notFound.text}>
      <Link to="/" className={button.button} data-kind="quiet">
        {text.notFound.home}
      </Link>
    </EmptyState>
  )
}
