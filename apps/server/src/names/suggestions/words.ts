/**
 * Words of the suggestions: nature, weather, crafts and moods. Each is harmless next to any other and next to a person's name. None
 * describes a person's looks, beliefs, property or rights.
 *
 * Origin: selected for this project; MIT, like the rest of it.
 */
export const words: readonly string[] = `
  acorn alder almond alpine amber amble apricot april arbor aspen aster atlas aurora autumn avenue bamboo banjo basil basket beacon birch
  bloom bluebell bonfire bonny bramble brave breeze bridge bright brisk brook cactus calm camellia canoe canopy canvas canyon caravan
  cardigan carol cascade cedar cello chalk charm cheer chess chestnut chime cinder circle citrus clever cliff cloud clover coast cobalt
  comet coral cosmic cosy crane crisp crocus cycle cypress daisy dale dance dapper dawn delta dew dill dolphin dove dream drift dune echo
  elm ember emerald evergreen fable feather fern festive fig finch firefly fjord flax flora flute foggy forest fountain fresh frost gable
  garden garnet gentle glad glade gleam glen glide glow grand grove happy harbor harp harvest haven hazel heather heron holly honest hopeful
  horizon ibis icicle indigo inlet iris island ivy jade jasmine jaunty jewel jolly journey jovial joy juniper kayak keen kestrel kind lagoon
  lake lantern larch lark laurel lavender leaf lento lilac lily linden linen lotus lucky lunar lupin lyric maple marble marigold marina
  meadow mellow melody merry midday mirror misty morning mosaic moss mountain music myrtle nimble noble novel nutmeg oak oasis oat ocean
  onyx opal orbit orchard orchid oregano origami osprey otter palm paper paprika parade parsley path pebble pelican pepper petal pine pixel
  planet plaza polar poplar prairie prism puffin quartz quiet quill quilt quince rainbow ramble reef ribbon ridge ripple river robin
  rosemary rowan ruby saffron sage sail sapphire savanna scarf sea shiny shore sky snow solar sonnet sorrel spark sparrow spring sprout
  spruce steady stone stream summer sunny sunrise swan sycamore tango tansy tempo thistle thyme tidal timber topaz trail tulip tundra tunic
  valley vanilla velvet verse village viola violet vista voyage waffle walnut wave whistle willow wind winter wise wisp wonder woodland wren
  yarrow yonder zephyr zest zinnia
`
  .trim()
  .split(/\s+/)
