import type { Plugin } from 'vite'

/**
 * Runs the first script as soon as it has arrived. It is small, and does not wait for the other scripts (which keep their order), for a
 * style sheet, or for the local test wallet.
 */
export function earlyScript(): Plugin {
  return {
    name: 'latchkey:early-script',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler: (html) => {
        const tag = /<script type="module"( crossorigin src="\/assets\/first-[\w-]+\.js"><\/script>)/
        if (!tag.test(html)) throw new Error('index.html has no first script')
        return html.replace(tag, '<script type="module" async$1')
      },
    },
  }
}
