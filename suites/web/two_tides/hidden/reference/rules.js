"use strict";

/* The game without its looks: two piles, a hand of four, a stock. */

const DEAL = [46, 30, 43, 22, 29, 35, 27, 39, 25, 37];
const HAND_SIZE = 4;
const LEAP = 10;

class Tides {
  constructor() {
    this.piles = { rising: 0, falling: 50 };
    this.hand = DEAL.slice(0, HAND_SIZE);
    this.stock = DEAL.slice(HAND_SIZE);
  }

  get unplayed() {
    return this.stock.length + this.hand.filter((card) => card !== null).length;
  }

  takes(pile, card) {
    const top = this.piles[pile];
    return pile === "rising" ? card > top || card === top - LEAP : card < top || card === top + LEAP;
  }

  /** Plays the card of a slot; false when the pile does not take it. */
  play(slot, pile) {
    const card = this.hand[slot];
    if (card === null || !this.takes(pile, card)) return false;
    this.piles[pile] = card;
    this.hand[slot] = this.stock.length > 0 ? this.stock.shift() : null;
    return true;
  }

  get isCalm() {
    return this.unplayed === 0;
  }

  get isStuck() {
    const cards = this.hand.filter((card) => card !== null);
    return cards.length > 0 && !cards.some((card) => this.takes("rising", card) || this.takes("falling", card));
  }
}
