/** SQL that is true of the row of an event, or of what stands beside it under its key; by named parameters. */
export const IS_EVENT = 'project = :project AND ms = :ms AND suffix = :suffix';
/** The same by places and not by names: the driver looks each name up. */
export const IS_EVENT_BY_PLACE = 'project = ? AND ms = ? AND suffix = ?';

/** SQL that is true of what reports an order, or tells of it; by named parameters. */
export const IS_ORDER = 'project = :project AND type = :type AND order_id = :orderId';
/** The same by places. */
export const IS_ORDER_BY_PLACE = 'project = ? AND type = ? AND order_id = ?';
