/** The English texts of the work that a browser does before a mail; the frame has them in its second script. */
export const workEn = {
  'work.title': 'Checking your browser…',
  'work.text':
    'Many mails were asked for just now, so your browser computes something first. It takes a few seconds and tells nothing about you.',
} as const
