/** No operator of crawlers or clouds has wider ones: a list or a rule with one of them would hit everybody. */
export const WIDEST_NETWORK = { 4: 8, 6: 20 } as const;
