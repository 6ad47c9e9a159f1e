// Finds free "what" clauses, which replace a noun: "what opens a wallet" for "the unlock bundle".
//
// Each "what" counts, except:
// - in a question: the sentence ends with a question mark
// - in an indirect question: right behind a verb of asking, knowing, deciding, explaining or showing ("explains what a nonce is"), or
//   behind "about" and "depends on"
// - before an infinitive ("what to change"), and in fixed phrases: "what if", "what kind of", "no matter what"
// - in a code span or a quotation
//
// A verb of telling needs a listener ("tells you what failed"). "Says what", "of what" and a sentence that starts with "What" count. On
// the sources of viem and wagmi these rules find 0.03 for each 1,000 words.

const asking =
  /\b(?:ask(?:s|ed|ing)?|know(?:s|n|ing)?|knew|see(?:s|n|ing)?|check(?:s|ed|ing)?|decid(?:e|es|ed|ing)|determin(?:e|es|ed|ing)|explain(?:s|ed|ing)?|understand(?:s|ing)?|understood|choos(?:e|es|ing)|defin(?:e|es|ed|ing)|specif(?:y|ies|ied|ying)|describ(?:e|es|ed|ing)|control(?:s|led|ling)?|learn(?:s|ed|ing)?|show(?:s|n|ed|ing)?|wonder(?:s|ed|ing)?|guess(?:es|ed|ing)?|find(?:s|ing)? out|found out|figur(?:e|es|ed|ing) out|work(?:s|ed|ing)? out|about|depend(?:s|ing|ed)? on|tell(?:s|ing)? (?:you|me|them|us|it|the \w+)|told (?:you|me|them|us|it|the \w+)|no matter|so)(?: you| them| the user| exactly| precisely| just| only)?\s+$/i
const fixed = /^what(?:\s+(?:if|about|else|to|kinds?|types?|sorts?)\b|-if\b)/i

/**
 * @param {string} sentence masked
 * @returns {number[]} the position of each one
 */
export function findFreeWhat(sentence) {
  if (/\?[)"'”’\]*_]*$/.test(sentence)) return []
  return [...sentence.matchAll(/(?<![\p{L}\p{N}-])what(?![\p{L}\p{N}])/giu)]
    .filter(({ index }) => !fixed.test(sentence.slice(index)) && !asking.test(sentence.slice(0, index)))
    .map(({ index }) => index)
}
